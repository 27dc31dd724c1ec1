import { useQuery } from '@tanstack/react-query';

/** People of the installation, and members of one company. */
export const ROLES = ['owner', 'operator', 'viewer', 'member'] as const;
export type Role = (typeof ROLES)[number];

export interface Session {
  user: string;
  role: Role;
  /** Company of a member. */
  company: string | null;
  csrf_token: string;
  expires_at: string;
}

export const SESSION_PATH = '/admin/v1/session';

let csrfToken: string | null = null;

/** The token that every call carries; null while nobody is signed in. */
export const currentCsrfToken = (): string | null => csrfToken;

async function readSession(): Promise<Session | null> {
  const response = await fetch(SESSION_PATH, { headers: { accept: 'application/json' } });
  if (response.status === 401) {
    csrfToken = null;
    return null;
  }
  if (!response.ok) throw new Error(`The session could not be read (HTTP ${response.status}). Reload the page.`);
  const session = (await response.json()) as Session;
  csrfToken = session.csrf_token;
  return session;
}

export const SESSION_KEY = ['session'] as const;

/** Who is signed in; null for nobody. */
export const useSession = () => useQuery({ queryKey: SESSION_KEY, queryFn: readSession, staleTime: 60_000, retry: 1 });

interface SignInWays {
  provider: { name: string; sign_in_path: string } | null;
}

/** How people may sign in. */
export const useSignInWays = () =>
  useQuery({
    queryKey: ['sign-in-ways'],
    queryFn: async () => {
      const response = await fetch('/admin/v1/sign-in-ways');
      if (!response.ok) throw new Error(`The ways to sign in could not be read (HTTP ${response.status}).`);
      return (await response.json()) as SignInWays;
    },
  });
