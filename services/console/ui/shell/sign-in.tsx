import type { ReactNode } from 'react';
import { useSignInWays } from '../api/session.ts';
import { Logo } from './logo.tsx';

/** What people see who are not signed in. */
export function SignedOut() {
  return (
    <SignInFrame title="Sign in to Plat">
      <ProviderButton />
      <p className="text-soft">Open the sign-in link that your operator sent you. It works once, for 15 minutes.</p>
      <p className="mt-4 text-soft">
        Operators make a link on the machine of Plat. <code className="font-mono">start</code> prints the first one.
      </p>
      <pre className="mt-2 overflow-x-auto rounded-md bg-sunken p-3 font-mono text-xs">plat console sign-in</pre>
    </SignInFrame>
  );
}

/** The way to the OpenID provider and back to this page; nothing where there is no provider. */
function ProviderButton() {
  const provider = useSignInWays().data?.provider ?? null;
  if (provider === null) return null;
  const to = new URLSearchParams({ to: `${location.pathname}${location.search}` });
  return (
    <>
      <a
        href={`${provider.sign_in_path}?${to}`}
        className="my-3 block rounded-md bg-accent px-4 py-2.5 text-center font-semibold text-on-accent"
      >
        Sign in with {provider.name}
      </a>
      <p className="mb-2 font-medium">New here, or {provider.name} does not work?</p>
    </>
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
