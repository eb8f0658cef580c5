const MOST_CHARACTERS = 500;
const PLACE = '{token}';
/** A host and perhaps a port: a user or password has no place. Then the characters that a URI has. */
const ADDRESS = /^(https?):\/\/([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?[/?#][\w\-.~:/?#[\]@!$&'()*+,;=%]*$/i;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/**
 * Whether letters may lead to a page: https, on this machine http too, at most 500 characters, no user or password,
 * and `{token}` once, in the query or the fragment. A token in the path would stand in the logs of each proxy.
 */
export function isLinkUrl(text: string): boolean {
  if (text.length > MOST_CHARACTERS) return false;
  const [before = '', ...after] = text.split(PLACE);
  if (after.length !== 1 || !/[?#]/.test(before)) return false;
  const whole = text.replace(PLACE, 'token');
  const [, scheme = '', host = ''] = ADDRESS.exec(whole) ?? [];
  if (!URL.canParse(whole)) return false;
  return scheme.toLowerCase() === 'https' || (scheme.toLowerCase() === 'http' && LOOPBACK.test(host));
}

/** The address of a link: `{token}` replaced. */
export const linkTo = (url: string, token: string): string => url.replace(PLACE, encodeURIComponent(token));
