/** Four parcels, one of them chosen. */
export function Logo() {
  return (
    <svg viewBox="0 0 32 32" width="20" height="20" aria-hidden="true">
      <path className="fill-accent" d="M3 3h15v15H3z" />
      <path className="fill-accent/40" d="M20 3h9v15h-9zM3 20h15v9H3z" />
      <path className="fill-second" d="M20 20h9v9h-9z" />
    </svg>
  );
}
