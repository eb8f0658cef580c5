import { DomainError, invalid } from '@usaha/shared';
import { linkTo } from './link-url.js';
import { messages } from './account.messages.js';

/** What an operator says of letters about accounts. */
export interface AccountPagesSettings {
  /** Scheme, host and perhaps a path, without a slash at its end; null where the operator has not said it. */
  publicUrl: string | null;
  /** Pages of consumers that links may lead to, for all tenants. */
  linkUrls: readonly string[];
  /** Whether letters with links can be sent at all. */
  areLettersSent: boolean;
}

/** Where the links of letters lead: never to a host that a request names. */
export class AccountPages {
  private local: string | null = null;

  constructor(private readonly settings: AccountPagesSettings) {}

  /** The service listens; its own address stands in for an absent public one outside production. */
  listensOn(port: number): void {
    this.local = `http://127.0.0.1:${port}`;
  }

  /** @param link_url a consumer's page that was allowed when the letter was asked for */
  urlOf(token: string, link_url?: string): string {
    if (link_url !== undefined) return linkTo(link_url, token);
    const base = this.settings.publicUrl ?? this.local;
    if (base === null)
      throw new Error('Links of letters lead nowhere: there is no PUBLIC_URL, and no port is listened on');
    return `${base}/account/${token}`;
  }

  /** For signed-in callers, who would wait for a letter in vain. @throws conflict with the code LETTERS_UNAVAILABLE */
  requireLetters(): void {
    if (!this.settings.areLettersSent)
      throw new DomainError('conflict', messages.lettersUnavailable(), { code: 'LETTERS_UNAVAILABLE' });
  }

  /**
   * Refuses a consumer's page that neither the operator nor the tenant has listed.
   * @param ofTenant the tenant's own list @throws invalid naming link_url
   */
  requireListed(link_url: string | null | undefined, ofTenant: readonly string[] = []): string | undefined {
    if (link_url === null || link_url === undefined) return undefined;
    if (this.settings.linkUrls.includes(link_url) || ofTenant.includes(link_url)) return link_url;
    throw invalid('link_url', messages.linkUrlUnlisted());
  }
}
