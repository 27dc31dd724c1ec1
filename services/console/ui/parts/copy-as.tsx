import { Check, Code2, Copy } from 'lucide-react';
import { Popover, Tabs } from 'radix-ui';
import { useState } from 'react';
import { type ApiRequest, LANGUAGES, requestCode } from '../lib/request-code.ts';
import { Button } from './button.tsx';

/** The request behind a view, ready to paste into a program. */
export function CopyAs({ request }: { request: ApiRequest }) {
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <Button small look="quiet" className="print:hidden">
          <Code2 size={14} aria-hidden="true" />
          Copy as
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label="The request of this view"
          className="z-40 w-[min(40rem,calc(100vw-1rem))] rounded-lg border border-line bg-surface p-3 shadow-xl"
        >
          <Tabs.Root defaultValue="curl">
            <Tabs.List aria-label="Language" className="mb-2 flex gap-1">
              {LANGUAGES.map((language) => (
                <Tabs.Trigger
                  key={language}
                  value={language}
                  className="rounded-md px-2 py-1 text-soft text-xs hover:text-ink data-[state=active]:bg-accent-soft data-[state=active]:text-accent"
                >
                  {language}
                </Tabs.Trigger>
              ))}
            </Tabs.List>
            {LANGUAGES.map((language) => (
              <Tabs.Content key={language} value={language} className="relative">
                <CodeBlock text={requestCode(request, language, location.origin)} />
              </Tabs.Content>
            ))}
          </Tabs.Root>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** Program text with a button that copies it. */
export function CodeBlock({ text }: { text: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), 2_000);
  };
  return (
    <div className="relative">
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by keyboard
        tabIndex={0}
        aria-label="Code"
        className="max-h-80 overflow-auto rounded-md bg-sunken p-3 pr-24"
      >
        <pre className="font-mono text-xs leading-5">{text}</pre>
      </section>
      {navigator.clipboard === undefined ? null : (
        <Button small className="absolute top-2 right-2" onClick={copy}>
          {isCopied ? <Check size={14} aria-hidden="true" /> : <Copy size={14} aria-hidden="true" />}
          <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
        </Button>
      )}
    </div>
  );
}
