import type { PersonDocument } from '@plat/contracts/admin';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { adminCall } from '../api/admin-call.ts';
import { useAdminList } from '../api/admin-pages.ts';
import { failureOf } from '../api/call.ts';
import { ROLES, type Role } from '../api/session.ts';
import { asMoment } from '../lib/format.ts';
import { Button } from '../parts/button.tsx';
import { CodeBlock } from '../parts/copy-as.tsx';
import { PagedList } from '../parts/paged-list.tsx';

const PEOPLE_PATH = '/admin/v1/people';
const PEOPLE_KEY = ['people'] as const;
const ROLE_TEXTS: Readonly<Record<Role, string>> = {
  owner: 'owner: everything, and who may sign in',
  operator: 'operator: companies, keys, records',
  viewer: 'viewer: sees all, changes nothing',
  member: 'member: one company',
};

/** Who may sign in, and with which role. */
export default function PeoplePage() {
  const people = useAdminList<PersonDocument>('people', PEOPLE_PATH);
  return (
    <>
      <InviteForm />
      <PagedList list={people} what="people" empty={{ title: 'Nobody signed in yet' }}>
        {(rows) => <PeopleTable people={rows} />}
      </PagedList>
    </>
  );
}

interface Invitation {
  name: string;
  role: Role;
  company?: string;
}

/** Makes the link with which somebody signs in for the first time, or on another device. */
function InviteForm() {
  const [role, setRole] = useState<Role>('member');
  const inviting = useMutation({
    mutationFn: (body: Invitation) =>
      adminCall<{ sign_in_url: string; expires_at: string }>('POST', '/admin/v1/sign-in-links', { body }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const company = String(given.get('company') ?? '').trim();
    inviting.mutate({ name: String(given.get('name')).trim(), role, ...(role === 'member' ? { company } : {}) });
  };
  return (
    <section aria-label="New sign-in link" className="mb-8 rounded-lg border border-line bg-surface p-4">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <label className="block min-w-48 flex-1">
          <span className="label">Name</span>
          <input name="name" required maxLength={100} autoComplete="off" className="field w-full" />
        </label>
        <label className="block">
          <span className="label">Role</span>
          <select value={role} onChange={(event) => setRole(event.target.value as Role)} className="field block">
            {ROLES.map((one) => (
              <option key={one} value={one}>
                {ROLE_TEXTS[one]}
              </option>
            ))}
          </select>
        </label>
        {role === 'member' ? (
          <label className="block min-w-40 flex-1">
            <span className="label">Company</span>
            <input name="company" required autoComplete="off" className="field w-full" />
          </label>
        ) : null}
        <Button type="submit" look="primary" disabled={inviting.isPending}>
          Make a sign-in link
        </Button>
      </form>
      {inviting.isError ? (
        <p role="alert" className="mt-3 text-danger">
          {failureOf(inviting.error).advice}
        </p>
      ) : null}
      {inviting.data === undefined ? null : (
        <div className="mt-4" role="status">
          <p className="mb-2 text-soft">
            Send this link. It works once, until {asMoment(inviting.data.expires_at)}, and is shown only now.
          </p>
          <CodeBlock text={inviting.data.sign_in_url} />
        </div>
      )}
    </section>
  );
}

function PeopleTable({ people }: { people: readonly PersonDocument[] }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by keyboard
      tabIndex={0}
      aria-label="People"
      className="overflow-x-auto rounded-lg border border-line bg-surface"
    >
      <table className="figures w-full text-left">
        <thead className="label">
          <tr>
            <th className="px-4 py-2 font-medium">Name</th>
            <th className="px-2 py-2 font-medium">Role</th>
            <th className="px-2 py-2 font-medium">Company</th>
            <th className="px-2 py-2 font-medium">Last sign-in</th>
            <th className="px-4 py-2 font-medium">
              <span className="sr-only">Changes</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <PersonRow key={person.id} person={person} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function PersonRow({ person }: { person: PersonDocument }) {
  const queries = useQueryClient();
  const query = { person_id: person.id };
  const onSuccess = () => queries.invalidateQueries({ queryKey: PEOPLE_KEY });
  const activating = useMutation({
    mutationFn: () => adminCall('PATCH', PEOPLE_PATH, { query, body: { active: !person.active } }),
    onSuccess,
  });
  const signingOut = useMutation({
    mutationFn: () => adminCall('DELETE', `${PEOPLE_PATH}/sessions`, { query }),
    onSuccess,
  });
  const error = activating.error ?? signingOut.error;
  return (
    <tr className="border-line border-t">
      <td className={`px-4 py-2 ${person.active ? 'font-medium' : 'text-faint line-through'}`}>{person.name}</td>
      <td className="px-2 py-2">{person.role}</td>
      <td className="px-2 py-2">{person.company ?? '–'}</td>
      <td className="whitespace-nowrap px-2 py-2 text-soft">{asMoment(person.last_signed_in_at)}</td>
      <td className="px-4 py-2 text-right">
        <span className="inline-flex gap-2">
          <Button small disabled={signingOut.isPending} onClick={() => signingOut.mutate()}>
            Sign out everywhere
          </Button>
          <Button
            small
            look={person.active ? 'danger' : 'plain'}
            disabled={activating.isPending}
            onClick={() => activating.mutate()}
          >
            {person.active ? 'Deactivate' : 'Activate'}
          </Button>
        </span>
        {error === null ? null : (
          <p role="alert" className="mt-1 text-danger text-xs">
            {failureOf(error).advice}
          </p>
        )}
      </td>
    </tr>
  );
}
