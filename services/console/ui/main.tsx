import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { isSignedOut } from './api/call.ts';
import { SESSION_KEY } from './api/session.ts';
import { App } from './app.tsx';
import { applyTheme } from './lib/theme.ts';

/** A 401 means that the session ended: the session query then shows the sign-in page. */
const onError = (error: unknown): void => {
  if (isSignedOut(error)) void queries.invalidateQueries({ queryKey: SESSION_KEY });
};

const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } },
});

applyTheme();
createRoot(document.getElementById('console') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
);
