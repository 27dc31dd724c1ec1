import { Monitor, Moon, Sun } from 'lucide-react';
import { chooseTheme, THEMES, type Theme, useTheme } from '../lib/theme.ts';

const ICONS: Readonly<Record<Theme, typeof Sun>> = { system: Monitor, light: Sun, dark: Moon };
const NAMES: Readonly<Record<Theme, string>> = { system: 'as the device', light: 'light', dark: 'dark' };

/** One button that goes through the themes. */
export function ThemeButton() {
  const theme = useTheme();
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  const Icon = ICONS[theme];
  return (
    <button
      type="button"
      onClick={() => chooseTheme(next)}
      aria-label={`Theme: ${NAMES[theme]}. Change to ${NAMES[next]}`}
      className="inline-flex size-8 items-center justify-center rounded-md text-soft hover:bg-sunken hover:text-ink"
    >
      <Icon size={16} aria-hidden="true" />
    </button>
  );
}
