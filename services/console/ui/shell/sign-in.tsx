import type { ReactNode } from 'react';
import { Logo } from './logo.tsx';

/** What people see who are not signed in. */
export function SignedOut() {
  return (
    <SignInFrame title="Sign in to Plat">
      <p className="text-soft">Open the sign-in link that your operator sent you. It works once, for 15 minutes.</p>
      <p className="mt-4 text-soft">
        Operators make a link on the machine of Plat. <code className="font-mono">start</code> prints the first one.
      </p>
      <pre className="mt-2 overflow-x-auto rounded-md bg-sunken p-3 font-mono text-xs">plat console sign-in</pre>
    </SignInFrame>
  );
}

function SignInFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-sm flex-col justify-center px-6 py-16">
      <div className="mb-6 flex items-center gap-2 font-semibold">
        <Logo />
        Plat
      </div>
      <h1 className="mb-2 font-semibold text-2xl tracking-tight">{title}</h1>
      {children}
    </main>
  );
}
