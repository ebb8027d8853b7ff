/**
 * Light or dark: the system's choice until the reader presses the button, then the reader's, which this device remembers. Style
 * sheets and charts follow `color-scheme`, so nothing is redrawn.
 */

const KEY = "theme";

type Theme = "light" | "dark";

function systemTheme(): Theme {
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

function rememberedTheme(): Theme | undefined {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === "light" || kept === "dark" ? kept : undefined;
  } catch {
    return undefined;
  }
}

function remember(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

/** Makes `toggle` switch between light and dark, beginning with the earlier choice; `names` label the button. */
export function installTheme(toggle: HTMLElement, names: Readonly<Record<Theme, string>>): void {
  const root = document.documentElement;
  let theme = rememberedTheme();
  const show = (): void => {
    if (theme) root.dataset.theme = theme;
    const next = (theme ?? systemTheme()) === "dark" ? "light" : "dark";
    toggle.setAttribute("aria-label", names[next]);
  };
  toggle.addEventListener("click", () => {
    theme = (theme ?? systemTheme()) === "dark" ? "light" : "dark";
    remember(theme);
    show();
  });
  show();
}
