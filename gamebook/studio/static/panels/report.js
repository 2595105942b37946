// The report, live: the same sections as in the file that `gamebook report` writes. They stand in a tree of their own, so
// that the style of the report suits them and nothing else.
/* global sortable */
import { h, later } from "../dom.js";

const PAUSE = 800;

export const panel = {
  name: "report",
  title: "Report",

  open(studio, place) {
    place.classList.add("report-panel");
    const full = h("input", { type: "checkbox", onchange: () => draw.now() });
    const note = h("span", { class: "report-note", role: "status" });
    const contents = h("select", { "aria-label": "Section", onchange: () => sheet.shadowRoot.getElementById(contents.value)?.scrollIntoView() });
    const sheet = h("div", { class: "sheet", role: "region", tabindex: 0, "aria-label": "Report" });
    const root = sheet.attachShadow({ mode: "open" }), main = h("div", { class: "main" });
    root.append(h("link", { rel: "stylesheet", href: "/report.css" }), h("link", { rel: "stylesheet", href: "/static/panels/report-sheet.css" }), main);
    place.append(h("div", { class: "toolbar", role: "toolbar", "aria-label": "Report" }, contents,
      h("label", { title: "Also where plays are lost, what things are worth, how long a play is, which numbers matter" }, full, " Everything"), note), sheet);
    let dirty = true, isBroken = false;

    const draw = later(PAUSE, async () => {
      if (!studio.book) return;
      if (isBroken) {  // it became so while this waited for its turn; when it is whole again, it is asked anew
        dirty = true;
        broken();
        return;
      }
      dirty = false;
      const { changes } = studio;
      sheet.classList.add("stale");
      note.textContent = main.hasChildNodes() ? "" : "The report is being worked out…";
      try {
        const asked = studio.ask("report.sections", { hero: studio.hero, full: full.checked }, studio.progress("Report"));
        const found = await studio.work("Report", asked);
        show(found.html);
        dirty = changes !== studio.changes;  // then it is of an older text, and newer than what was here
        sheet.classList.toggle("stale", dirty);
        if (dirty && isBroken) broken(); else note.textContent = "";
      } catch (failure) {
        if (failure.kind === "cancelled") dirty = true;
        else if (failure.kind === "book") broken();
        else if (failure.kind === "ended") draw();
        else if (failure.kind === "stopped") { dirty = true; note.textContent = failure.message; }
        else note.textContent = failure.kind === "gone" ? "" : failure.message;
      }
    });

    /** Another book is shown: nothing of the one before stays. */
    function clear() {
      for (const each of [main, contents]) each.replaceChildren();
      note.textContent = "";
      dirty = true;
      isBroken = false;
    }

    function broken() {
      note.textContent = studio.broken(`The book has errors; ${main.hasChildNodes() ? "this is the report from before" : "there is no report yet"}.`);
    }

    /** The server has escaped every word of the book; nothing else becomes markup on this page. */
    function show(html) {
      const top = sheet.scrollTop;
      main.replaceChildren(...new DOMParser().parseFromString(html, "text/html").body.childNodes);
      sortable(root);
      contents.replaceChildren(...[...main.querySelectorAll("section")].filter((each) => each.querySelector("h1, h2")).map((each) =>
        h("option", { value: each.id }, each.querySelector("h1, h2").firstChild.textContent)));
      sheet.scrollTop = top;
      mark(studio.chapter);
    }

    function mark(chapter) {
      for (const row of main.querySelectorAll("tr.here")) row.classList.remove("here");
      for (const link of main.querySelectorAll("td:first-child [data-chapter]")) {
        if (link.dataset.chapter === chapter) link.closest("tr").classList.add("here");
      }
    }

    main.addEventListener("click", (event) => {
      const link = event.target.closest("[data-chapter]") ?? event.target.closest("tbody tr")?.querySelector("[data-chapter]");
      if (!link) return;
      event.preventDefault();
      studio.goTo(link.dataset.chapter, { focus: false });
    });
    studio.on("book", clear);
    studio.on("chances", () => { dirty = true; isBroken = false; if (studio.panel === "report") draw(); });
    studio.on("unsolved", ({ broken: wrong }) => { isBroken = wrong; sheet.classList.add("stale"); if (wrong) broken(); });
    for (const event of ["edited", "hero"]) studio.on(event, () => sheet.classList.add("stale"));
    studio.on("panel", (name) => { if (name === "report" && dirty) draw.now(); });
    studio.on("chapter", mark);
    draw.now();
  },
};
