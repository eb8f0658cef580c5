import { createSecretKey, randomUUID, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { isUuid } from '@usaha/shared';

/** One algorithm, pinned: a token that names another is refused. */
export const TOKEN_ALGORITHM = 'HS256';
const ISSUER = 'usaha';

export type TokenKind = 'access' | 'refresh';

/** What a token says. The tenant only says where to look; rights come from the database. */
export interface TokenClaims {
  sub: string;
  tid: string;
  sid: string;
  typ: TokenKind;
  /** When it expires, in seconds since 1970. */
  exp: number;
}

export interface TokenSettings {
  /** Key id → secret, the signing key first; the others still verify, so that a key is rotated without a logout. */
  keys: readonly (readonly [id: string, secret: Buffer])[];
  /** Seconds; an hour unless told. */
  accessLifetime?: number;
  /** Seconds; thirty days unless told. */
  refreshLifetime?: number;
}

/** Makes and reads the JSON Web Tokens of both surfaces. */
export class TokenService {
  private readonly keys: ReadonlyMap<string, KeyObject>;
  private readonly signingId: string;
  private readonly lifetimes: Record<TokenKind, number>;

  constructor(settings: TokenSettings) {
    const first = settings.keys[0];
    if (!first) throw new Error('At least one token key is needed');
    this.signingId = first[0];
    // Key objects: a secret given as text is parsed for every token, at 40 times the cost.
    this.keys = new Map(settings.keys.map(([id, secret]) => [id, createSecretKey(secret)]));
    this.lifetimes = { access: settings.accessLifetime ?? 3_600, refresh: settings.refreshLifetime ?? 30 * 86_400 };
  }

  /** How long a session may be refreshed, in seconds. */
  get sessionLifetime(): number {
    return this.lifetimes.refresh;
  }

  issue(kind: TokenKind, who: { user_id: string; tenant_id: string; session_id: string }, now: Date): string {
    const iat = Math.floor(now.getTime() / 1_000);
    const claims = {
      sub: who.user_id,
      tid: who.tenant_id,
      sid: who.session_id,
      typ: kind,
      jti: randomUUID(),
      iat,
      exp: iat + this.lifetimes[kind],
      iss: ISSUER,
    };
    return jwt.sign(claims, this.keys.get(this.signingId) as KeyObject, {
      algorithm: TOKEN_ALGORITHM,
      keyid: this.signingId,
    });
  }

  /** The key that a token names in its header, for its verification; none for text that is not a token. */
  keyOf(token: string): KeyObject | undefined {
    try {
      const kid = jwt.decode(token, { complete: true })?.header.kid;
      return kid === undefined ? undefined : this.keys.get(kid);
    } catch (error) {
      // The package lets JSON.parse throw on claims that are no JSON.
      if (error instanceof SyntaxError) return undefined;
      throw error;
    }
  }

  /** The claims of a valid token of this kind, or null: tampered, expired, of another kind or key, or no token at all. */
  read(kind: TokenKind, token: string): TokenClaims | null {
    const key = this.keyOf(token);
    if (!key) return null;
    try {
      return asClaims(jwt.verify(token, key, { algorithms: [TOKEN_ALGORITHM], issuer: ISSUER }), kind);
    } catch (error) {
      if (error instanceof jwt.JsonWebTokenError) return null;
      throw error;
    }
  }
}

/** Checks the claims of a token whose signature has been verified. */
export function asClaims(payload: unknown, kind: TokenKind): TokenClaims | null {
  const claims = payload as Partial<TokenClaims> | null;
  const complete =
    typeof claims === 'object' &&
    isUuid(claims?.sub) &&
    isUuid(claims.tid) &&
    isUuid(claims.sid) &&
    claims.typ === kind;
  return complete ? (claims as TokenClaims) : null;
}
