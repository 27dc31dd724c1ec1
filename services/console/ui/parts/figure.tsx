import type { ReactNode } from 'react';

interface FigureProps {
  label: string;
  children: ReactNode;
  note?: ReactNode;
  large?: boolean;
  className?: string;
}

/** One figure under its name. */
export function Figure({ label, children, note, large = false, className = '' }: FigureProps) {
  return (
    <div className={`min-w-0 ${className}`}>
      <dt className="label">{label}</dt>
      <dd className={`figures font-semibold ${large ? 'text-3xl tracking-tight' : 'text-base'}`}>{children}</dd>
      {note === undefined ? null : <dd className="figures text-xs text-soft">{note}</dd>}
    </div>
  );
}

/** A part of a page under its own heading. */
export function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className="break-inside-avoid border-line border-t py-5 first:border-t-0">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-2">
        <h2 className="font-semibold text-base">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
