// --- Keyboard, theme, moving about -------------------------------------------------------------------------

const STEPS = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 };

/* Moves the focus to the next or previous of the causes and cases that can be seen. */
function walk(target, step) {
  const every = document.querySelectorAll("#failures :is(.cause, .case) > summary");
  const all = [...every].filter(one => one.checkVisibility());
  const inside = target.closest("#failures :is(.cause, .case)");
  const from = inside ? all.indexOf(inside.firstElementChild) : -1;
  focusOn(all[from < 0 && step < 0 ? all.length - 1 : from + step]);
}

function onKey(event) {
  const { key, target } = event, isTyping = target.matches("input, select, textarea");
  if (event.ctrlKey || event.altKey || event.metaKey || isTyping && key !== "Escape")
    return;
  const opened = target.closest("#failures details[open]");
  if (STEPS[key] && (key.length === 1 || target.matches("#failures summary")))
    walk(target, STEPS[key]);
  else if (key === "/")
    focusOn(form.elements.text);
  else if (key === "Escape" && opened) {
    opened.open = false;
    focusOn(opened);
  } else
    return;
  event.preventDefault();
}

function showTheme() {
  const themes = ["auto", "light", "dark"], root = document.documentElement;
  const choose = theme => {
    root.dataset.theme = theme;
    document.getElementById("theme").textContent = `Theme: ${theme}`;
  };
  const stored = key => {
    try {
      return localStorage.getItem(key);
    } catch { // pages read from files may have no storage
      return null;
    }
  };
  choose(themes.includes(stored("theme")) ? stored("theme") : "auto");
  document.getElementById("theme").addEventListener("click", () => {
    choose(themes[(themes.indexOf(root.dataset.theme) + 1) % themes.length]);
    try {
      localStorage.setItem("theme", root.dataset.theme);
    } catch { /* then it holds until the page is closed */ }
  });
}

/* Links to parts of the page leave the filters in the address alone. */
function onLink(event) {
  const link = event.target.closest("a[href^='#']");
  if (!link || isState(link.hash))
    return;
  const part = document.querySelector(link.hash);
  event.preventDefault();
  part.scrollIntoView();
  part.focus({ preventScroll: true });
}

function goToAddress() {
  readAddress();
  showCauses();
  if (isState(location.hash))
    document.getElementById("failures").scrollIntoView();
}

async function show() {
  document.documentElement.ariaBusy = "true";
  await readReport();
  for (const part of [showAbout, showNotices, showVerdicts, showFeatures, showProducers, showExplained, showReadings,
    showFilters, showCommon, goToAddress])
    part();
  addEventListener("hashchange", goToAddress);
  document.addEventListener("keydown", onKey);
  document.documentElement.ariaBusy = null;
}

showTheme();
document.addEventListener("click", onLink);
show();
