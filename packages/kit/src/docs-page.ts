/**
 * Raises the viewer's text contrast to the 4.5:1 of WCAG 2.1 AA. `!important` overrides the theme, which the viewer
 * adds later.
 */
export const PAGE_STYLE = `
.light-mode { --scalar-color-2: #4a4a4a !important; --scalar-color-3: #5f5f5f !important;
  --scalar-color-green: #00673f !important; --scalar-color-blue: #0060a8 !important;
  --scalar-color-orange: #9a4200 !important; --scalar-color-red: #b3001b !important;
  --scalar-color-yellow: #7a5c00 !important; --scalar-color-purple: #5b3f9e !important }
.badge { opacity: 1 !important; color: var(--scalar-color-1) !important }
.dark-mode { --scalar-color-2: #b9b9b9 !important; --scalar-color-3: #a6a6a6 !important }
`;

/** Adds names to unnamed controls of the viewer for screen readers; changes no other attribute. */
export const PAGE_SCRIPT = `
const mend = () => {
  for (const input of document.querySelectorAll('[role="combobox"][contenteditable]')) {
    if (!input.hasAttribute('aria-label')) input.setAttribute('aria-label', input.dataset.placeholder || 'Value');
    if (!input.hasAttribute('aria-expanded')) input.setAttribute('aria-expanded', 'false');
    if (!input.hasAttribute('aria-controls')) input.setAttribute('aria-controls', 'api-reference');
  }
  for (const button of document.querySelectorAll('button[class*="copy-button"]:not([aria-label])')) {
    button.setAttribute('aria-label', 'Copy');
  }
};
let waiting = false;
new MutationObserver(() => {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    mend();
  });
}).observe(document.documentElement, { childList: true, subtree: true });
mend();
`;
