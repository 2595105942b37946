// The panels beside the text, in the order of their tabs.
import { panel as compare } from "./panels/compare.js";
import { panel as findings } from "./panels/findings.js";
import { panel as map } from "./panels/map.js";
import { panel as play } from "./panels/play.js";
import { panel as report } from "./panels/report.js";
import { panel as whatif } from "./panels/whatif.js";

export const PANELS = [map, report, whatif, play, compare, findings];
