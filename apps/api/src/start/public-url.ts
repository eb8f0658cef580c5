import type { Reader } from './config-reader.js';

/** A path may follow the host, where a proxy serves the service under one. */
export function publicUrl(read: Reader): string | null {
  const text = read.text('PUBLIC_URL');
  if (text === undefined) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && !/[?#@\\\s]/.test(text);
  if (isPlain) return url.href.replace(/\/+$/, '');
  read.problems.push(`PUBLIC_URL must be a URL like https://usaha.example, without a query, not "${text}"`);
  return null;
}
