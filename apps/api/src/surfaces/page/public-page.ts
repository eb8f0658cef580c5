import { createHash } from 'node:crypto';
import type { Language } from '@usaha/shared';

const STYLE = `
:root{color-scheme:light}
body{margin:0;background:#f1f4f7;color:#1f2933;font:1rem/1.5 system-ui,sans-serif}
main{box-sizing:border-box;max-width:36rem;margin:0 auto;padding:1.5rem 1rem;overflow-wrap:anywhere}
h1{margin:0;font-size:1rem;font-weight:600;color:#52606d}
.number{margin:0}
.status{margin:.5rem 0 1.5rem;font-size:1.75rem;font-weight:700;line-height:1.2}
section,dl{margin:0 0 1rem;padding:1rem;background:#fff;border:1px solid #cbd2d9;border-radius:.5rem}
dt,h2{margin:0;font-size:.875rem;font-weight:600;color:#52606d}
dd{margin:0 0 .75rem}
dd:last-child{margin:0}
ol{margin:.5rem 0 0;padding:0;list-style:none}
li{padding:.5rem 0;border-top:1px solid #e4e7eb}
li:first-child{border:0}
time{display:block;color:#52606d}
footer{font-size:.875rem;color:#52606d}
label{display:block;margin:1rem 0 .25rem;font-weight:600}
input,select{box-sizing:border-box;width:100%;padding:.75rem;font:inherit;color:inherit;background:#fff;border:1px solid #7b8794;border-radius:.5rem}
button{box-sizing:border-box;width:100%;margin:1rem 0 0;padding:.75rem;font:inherit;font-weight:600;color:#fff;background:#0b5cad;border:0;border-radius:.5rem}
input:focus-visible,select:focus-visible,button:focus-visible{outline:3px solid #f0b429;outline-offset:2px}
svg{display:block;max-width:16rem;margin:0 auto}
.error{margin:.25rem 0 0;color:#8a1c1c}
form h2{margin:1rem 0 0}
.hint{margin:.75rem 0 0;font-size:.875rem;color:#52606d}
.wrong{margin:0 0 1rem;padding:.75rem;color:#8a1c1c;background:#ffeeee;border:1px solid #d64545;border-radius:.5rem}
`;

/**
 * No script, nothing from elsewhere, and no style but this one.
 * @param forms where forms of the page may be sent @param leadTo origins to which the answer of a form may lead
 */
export const policyOf = (forms: "'none'" | "'self'", leadTo: readonly string[] = []): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    "base-uri 'none'",
    `form-action ${[forms, ...leadTo].join(' ')}`,
    "frame-ancestors 'none'",
  ].join('; ');

/** Found by no search engine, told to no other site, and kept by no cache: the address alone opens it. */
export const pageHeaders = (policy: string): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': policy,
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
});

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] as string);

/** A page outside both surfaces, for people without an account. */
export const publicPage = (language: Language, title: string, body: string): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
