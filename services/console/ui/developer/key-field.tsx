interface KeyFieldProps {
  value: string;
  onChange: (key: string) => void;
}

/** A key is never stored: it is gone when the page is. */
export function KeyField({ value, onChange }: KeyFieldProps) {
  return (
    <label className="block">
      <span className="label">Your key</span>
      <input
        type="password"
        value={value}
        onChange={(event) => onChange(event.target.value.trim())}
        autoComplete="off"
        spellCheck={false}
        placeholder="plat_..."
        className="field w-full font-mono"
      />
      <span className="mt-1 block text-faint text-xs">
        A test key reads the sample market and counts nothing. The key is not stored and is gone when you leave the
        page.
      </span>
    </label>
  );
}
