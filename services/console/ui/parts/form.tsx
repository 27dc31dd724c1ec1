import { type InputHTMLAttributes, type ReactNode, useState } from 'react';
import { failureOf } from '../api/call.ts';
import { Button } from './button.tsx';

interface CardFormProps {
  /** Name for screen readers. */
  name: string;
  action: string;
  isBusy: boolean;
  error: unknown;
  /** @param text reads a field without surrounding space; undefined when it is empty or absent */
  onSubmit: (text: (field: string) => string | undefined, form: HTMLFormElement) => void;
  children: ReactNode;
}

/** A short form in one row, with its button and its problem. */
export function CardForm({ name, action, isBusy, error, onSubmit, children }: CardFormProps) {
  return (
    <form
      aria-label={name}
      className="mb-6 flex flex-wrap items-end gap-3 rounded-lg border border-line bg-surface p-4"
      onSubmit={(event) => {
        event.preventDefault();
        const given = new FormData(event.currentTarget);
        onSubmit((field) => String(given.get(field) ?? '').trim() || undefined, event.currentTarget);
      }}
    >
      {children}
      <Button type="submit" look="primary" disabled={isBusy}>
        {action}
      </Button>
      <Problem error={error} />
    </form>
  );
}

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  name: string;
}

/** An input under its label. */
export function Field({ label, className = 'min-w-40 flex-1', ...rest }: FieldProps) {
  return (
    <label className={`block ${className}`}>
      <span className="label">{label}</span>
      <input autoComplete="off" {...rest} className="field w-full" />
    </label>
  );
}

interface ChoiceProps {
  label: string;
  name?: string;
  value?: string;
  onChange?: (value: string) => void;
  options: readonly (readonly [value: string, text: string])[];
  className?: string;
}

/** A choice under its label; with `value` the page holds it, otherwise the form. */
export function Choice({ label, name, value, onChange, options, className = '' }: ChoiceProps) {
  return (
    <label className={`block min-w-0 ${className}`}>
      <span className="label">{label}</span>
      <select
        name={name}
        value={value}
        onChange={onChange === undefined ? undefined : (event) => onChange(event.target.value)}
        className="field block max-w-full"
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** What a change failed of; nothing while it did not. */
export function Problem({ error }: { error: unknown }) {
  if (error === null || error === undefined) return null;
  return (
    <p role="alert" className="w-full text-danger">
      {failureOf(error).advice}
    </p>
  );
}

interface ActionButtonProps {
  text: string;
  /** Asked before the action, in the place of the text. */
  confirm?: string;
  look?: 'plain' | 'danger';
  action: { isPending: boolean; error: unknown; mutate: () => void };
}

/** A button in a row of a list; one with `confirm` asks once more. */
export function ActionButton({ text, confirm, look = 'plain', action }: ActionButtonProps) {
  const [isSure, setIsSure] = useState(confirm === undefined);
  const press = () => {
    if (!isSure) return setIsSure(true);
    setIsSure(confirm === undefined);
    action.mutate();
  };
  return (
    <>
      <Button
        small
        look={look}
        disabled={action.isPending}
        onClick={press}
        onBlur={() => setIsSure(confirm === undefined)}
      >
        {isSure ? (confirm ?? text) : text}
      </Button>
      <Problem error={action.error} />
    </>
  );
}
