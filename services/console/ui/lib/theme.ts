import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';
export const THEMES: readonly Theme[] = ['system', 'light', 'dark'];
const STORED = 'plat-theme';
const CHANGED = 'plat-theme-changed';

const readTheme = (): Theme => THEMES.find((theme) => theme === localStorage.getItem(STORED)) ?? 'system';

/** Puts the chosen theme on the page; without a choice, the device decides. */
export function applyTheme(): void {
  const theme = readTheme();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Remembers the choice on this device. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, theme);
  applyTheme();
  window.dispatchEvent(new Event(CHANGED));
}

const onChange = (changed: () => void) => {
  window.addEventListener(CHANGED, changed);
  return () => window.removeEventListener(CHANGED, changed);
};

export const useTheme = (): Theme => useSyncExternalStore(onChange, readTheme);
