// The tabs: each button in #tabs shows the panel whose id it names. Another tab is a button and a panel in page.html.

import { byId } from "./svg.js";

export function openTabs() {
  for (const button of byId("tabs").children) button.addEventListener("click", () => showTab(button.dataset.tab));
}

export function showTab(name) {
  document.body.dataset.tab = name;
  for (const panel of byId("side").children) panel.hidden = panel.id !== name;
  for (const button of byId("tabs").children) {
    if (button.dataset.tab === name) button.setAttribute("aria-current", "page");
    else button.removeAttribute("aria-current");
  }
}

// Hides the button of a tab that has nothing to show.
export function offerTab(name, isOffered) {
  byId("tabs").querySelector(`[data-tab=${name}]`).hidden = !isOffered;
}

// Shows the board, which upright phones have on the first tab alone.
export function showBoard() {
  if (!byId("table").offsetParent) showTab("play");
}
