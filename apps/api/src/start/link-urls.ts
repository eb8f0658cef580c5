import { isLinkUrl } from '@usaha/core';

/** The faults of the entries of LINK_URLS. The configuration is read before libraries are loaded, and cannot ask them. */
export const linkUrlProblems = (linkUrls: readonly string[]): string[] =>
  linkUrls
    .filter((url) => !isLinkUrl(url))
    .map(
      (url) =>
        `LINK_URLS must be https URLs of at most 500 characters without user and password, with {token} once, in query or fragment; "${url}" is not`,
    );
