// A window over the page with some fields to fill in.
import { h } from "./dom.js";

/**
 * Gives what stands in the fields, or null. `check` is called with that before the window closes: it gives why something cannot
 * be taken, and then the window stays.
 */
export function form(title, fields, done, check = () => "") {
  return new Promise((give) => {
    const close = (value) => { dialog.close(); dialog.remove(); give(value); };
    const inputs = fields.map(({ label, value, list }) => {
      const id = `field-${label.replaceAll(" ", "-")}`;
      return { label: h("label", { for: id }, label), input: h("input", { id, value, list: list ? `${id}-list` : null, autocomplete: "off" }),
        list: list && h("datalist", { id: `${id}-list` }, list.map(([name, words]) => h("option", { value: name }, words))) };
    });
    const wrong = h("p", { class: "wrong", role: "alert", hidden: true });
    const submit = async (event) => {
      event.preventDefault();
      const values = inputs.map(({ input }) => input.value.trim()), words = await check(values);
      if (!words) return close(values);
      wrong.textContent = words;
      wrong.hidden = false;
    };
    const dialog = h("dialog", { "aria-label": title }, h("form", { class: "fields", onsubmit: submit }, h("h2", {}, title),
      inputs.flatMap(({ label, input, list }) => [label, h("span", {}, input, list)]), wrong,
      h("p", { class: "buttons" }, h("button", { type: "submit" }, done), h("button", { type: "button", onclick: () => close(null) }, "Cancel"))));
    dialog.addEventListener("cancel", () => close(null));
    document.body.append(dialog);
    dialog.showModal();
    const first = (inputs.find(({ input }) => !input.value) ?? inputs[0]).input;
    first.focus();
    first.select();
  });
}
