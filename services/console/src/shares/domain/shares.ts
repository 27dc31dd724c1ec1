import { SHARE_DEFAULT_DAYS, type ShareDocument, type SharedPlace } from '@plat/contracts/admin';
import { AppError, tokenSha256 } from '@plat/kit';
import { actorOf, type PeopleDeps, type SignedIn } from '../../people/index.ts';
import type { Share, ShareStore } from './ports.ts';
import { shownPlace } from './shown-place.ts';

const TOKEN_BYTES = 32;
const DAY_MS = 86_400_000;
/** Active links of a company, so that nobody publishes a market link by link. */
const MOST_ACTIVE = 50;

export interface SharesDeps extends Pick<PeopleDeps, 'audit' | 'companies' | 'nowMs' | 'randomBytes'> {
  shares: ShareStore;
}

type Person = SignedIn['person'];

/** Members and viewers see their own links; owners and operators those of everybody. */
export const sharesSeenBy = ({ id, role }: Person): { personId: string | null } => ({
  personId: role === 'owner' || role === 'operator' ? null : id,
});

export function shareDocument(share: Share, nowMs: number): ShareDocument {
  const { id, address, sharedBy, createdAt, expiresAt, revokedAt } = share;
  const isOver = Date.parse(expiresAt) <= nowMs;
  return {
    id,
    address,
    shared_by: sharedBy,
    standing: revokedAt === null ? (isOver ? 'expired' : 'active') : 'revoked',
    created_at: createdAt,
    expires_at: expiresAt,
  };
}

/**
 * Makes a link to a place.
 * @returns its token, which is stored nowhere.
 * @throws AppError LIMIT_REACHED, VALIDATION_ERROR.
 */
export async function createShare(
  deps: SharesDeps,
  person: Person,
  given: SharedPlace,
  days = SHARE_DEFAULT_DAYS,
): Promise<{ share: Share; token: string }> {
  const place = shownPlace(given);
  const token = Buffer.from(deps.randomBytes(TOKEN_BYTES)).toString('base64url');
  const nowMs = deps.nowMs();
  const { id: personId, companyId } = person;
  const share = await deps.shares.add(
    { sha256: tokenSha256(token), personId, companyId, place, nowMs, expiresAtMs: nowMs + days * DAY_MS },
    MOST_ACTIVE,
  );
  if (share === null) {
    const whose = companyId === null ? 'You have' : 'Your company has';
    throw new AppError('LIMIT_REACHED', `${whose} ${MOST_ACTIVE} active links already; end one first`);
  }
  await audit(deps, person, 'share.created', share);
  return { share, token };
}

/** @throws AppError NOT_FOUND for an unknown link, or one of somebody else. */
export async function revokeShare(deps: SharesDeps, person: Person, id: string): Promise<Share> {
  const share = await deps.shares.revoke(id, sharesSeenBy(person), deps.nowMs());
  if (share === null) throw new AppError('NOT_FOUND', `You have no link ${id}`);
  await audit(deps, person, 'share.revoked', share);
  return share;
}

async function audit(deps: SharesDeps, person: Person, action: string, share: Share): Promise<void> {
  const { id, address, companyId, expiresAt } = share;
  const known = { address, expires_at: expiresAt };
  await deps.audit.append(actorOf(person), {
    action,
    subject: `share:${id}`,
    companyId: companyId ?? undefined,
    before: action === 'share.created' ? null : known,
    after: action === 'share.created' ? known : null,
  });
}

/** Name of the company that shares; null for people of the installation. */
export const companyOf = async ({ companies }: SharesDeps, companyId: string | null): Promise<string | null> =>
  companyId === null ? null : ((await companies.find(companyId))?.name ?? null);
