import type { User } from '@plat/contracts';
import { useSearchParams } from 'wouter';
import { adminCall } from '../api/admin-call.ts';
import { useAdminChange, useAdminList } from '../api/admin-pages.ts';
import type { Role } from '../api/session.ts';
import { asMoment } from '../lib/format.ts';
import { Button } from '../parts/button.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { ActionButton, CardForm, Field } from '../parts/form.tsx';
import { KeyChoice, type ListedKey } from '../parts/key-choice.tsx';
import { PagedList } from '../parts/paged-list.tsx';
import { UserDetailsSection } from './user-details.tsx';

const PATH = '/admin/v1/users';

/** The end users of enterprise keys, their subscriptions and what they used. */
export default function UsersPage({ role }: { role: Role }) {
  const [query, setQuery] = useSearchParams();
  return (
    <KeyChoice kind="enterprise" advice="Only enterprise keys have end users. Make one under Keys.">
      {(key) => (
        <UsersOfKey
          key={key.id}
          value={key}
          mayChange={role !== 'viewer'}
          shown={query.get('user')}
          show={(user) => setQuery(user === null ? { key: key.id } : { key: key.id, user }, { replace: true })}
        />
      )}
    </KeyChoice>
  );
}

interface UsersOfKeyProps {
  value: ListedKey;
  mayChange: boolean;
  /** Id of the user whose details are open. */
  shown: string | null;
  show: (userId: string | null) => void;
}

function UsersOfKey({ value: key, mayChange, shown, show }: UsersOfKeyProps) {
  const users = useAdminList<User>('users', PATH, { key: key.id });
  const making = useAdminChange(['users'], (user_id: string) =>
    adminCall('POST', PATH, { query: { key: key.id }, body: { user_id } }),
  );
  return (
    <>
      {mayChange ? (
        <CardForm
          name="New end user"
          action="Make the user"
          isBusy={making.isPending}
          error={making.error}
          onSubmit={(text, form) => making.mutate(text('user_id') ?? '', { onSuccess: () => form.reset() })}
        >
          <Field label="Identifier that the company uses" name="user_id" required maxLength={255} />
        </CardForm>
      ) : null}
      {shown === null ? null : (
        <UserDetailsSection key={shown} apiKey={key} userId={shown} mayChange={mayChange} onClose={() => show(null)} />
      )}
      <PagedList
        list={users}
        what="users"
        empty={{ title: 'No end users yet', advice: 'The company makes them through its key, or you do above.' }}
      >
        {(rows) => (
          <DataTable
            name="End users"
            rows={rows}
            keyOf={({ user_id }) => user_id}
            columns={[
              { header: 'User', cell: ({ user_id }) => <span className="break-all font-medium">{user_id}</span> },
              { header: 'Since', cell: ({ created_at }) => asMoment(created_at) },
              { header: 'State', cell: ({ active }) => (active ? 'active' : 'inactive') },
              {
                header: 'Plans and usage',
                cell: ({ user_id }) => (
                  <span className="inline-flex flex-wrap gap-1.5">
                    <Button small aria-label={`Show ${user_id}`} onClick={() => show(user_id)}>
                      Show
                    </Button>
                  </span>
                ),
              },
              ...(mayChange
                ? [{ header: 'Changes', cell: (user: User) => <ActiveButton keyId={key.id} user={user} /> }]
                : []),
            ]}
          />
        )}
      </PagedList>
    </>
  );
}

function ActiveButton({ keyId, user: { user_id, active } }: { keyId: string; user: User }) {
  const changing = useAdminChange(['users', 'user'], () =>
    adminCall('PATCH', PATH, { query: { key: keyId, user_id }, body: { active: !active } }),
  );
  return (
    <ActionButton text={active ? 'Deactivate' : 'Activate'} look={active ? 'danger' : 'plain'} action={changing} />
  );
}
