// The panels beside the text, in the order of their tabs.
import { panel as findings } from "./panels/findings.js";

export const PANELS = [findings];
