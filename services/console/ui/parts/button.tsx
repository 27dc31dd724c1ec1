import type { ButtonHTMLAttributes, Ref } from 'react';

type Look = 'primary' | 'plain' | 'quiet' | 'danger';

const LOOKS: Readonly<Record<Look, string>> = {
  primary: 'bg-accent text-on-accent border-transparent font-medium hover:opacity-90',
  plain: 'bg-surface text-ink border-line hover:border-strong-line',
  quiet: 'border-transparent text-soft hover:text-ink hover:bg-sunken',
  danger: 'bg-surface text-danger border-line hover:bg-danger-soft',
};

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: Look;
  small?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ look = 'plain', small = false, className = '', type = 'button', ...rest }: ButtonProps) {
  const size = small ? 'h-7 px-2 text-xs' : 'h-9 px-3';
  return (
    <button
      {...rest}
      type={type}
      className={`inline-flex shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded-md border motion-safe:transition-colors disabled:opacity-50 ${size} ${LOOKS[look]} ${className}`}
    />
  );
}
