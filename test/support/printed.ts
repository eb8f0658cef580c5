import { baseUrl } from './client.js';
import { textsOfPdf } from './pdf-text.js';

/** A PDF as it arrives, and what can be read of it without drawing it. */
export interface Printed {
  status: number;
  header(name: string): string | null;
  isPdf: boolean;
  title: string | undefined;
  /** `ms-MY` or `en-MY`, as the document says of itself. */
  language: string | undefined;
  pages: number | undefined;
  /** How wide its pages are, in whole points; each once. */
  widths: number[];
  /** How many typefaces it brings along: each script needs one. */
  typefaces: number | undefined;
  /** How many pictures it holds, each once. */
  images: number;
  /** Where a click on the document leads. */
  links: string[];
  /** The text of a page in its order; empty where there is no PDF. */
  texts: string[];
}

/** Fetches a document. @param path within the reference surface, such as `/education/invoices/…/pdf/` */
export async function print(path: string, token: string, language = 'en'): Promise<Printed> {
  const answer = await fetch(`${baseUrl()}/api/v1${path}`, {
    headers: { authorization: `Bearer ${token}`, 'accept-language': language },
  });
  // Latin-1, so that no byte is lost.
  const bytes = Buffer.from(await answer.arrayBuffer());
  const text = bytes.toString('latin1');
  const title = /<dc:title>.*?<rdf:li[^>]*>(.*?)<\/rdf:li>/s.exec(text)?.[1];
  return {
    status: answer.status,
    header: (name) => answer.headers.get(name),
    isPdf: text.startsWith('%PDF-1.') && text.trimEnd().endsWith('%%EOF'),
    title: title === undefined ? undefined : Buffer.from(title, 'latin1').toString('utf8'),
    language: /\/Lang \((.*?)\)/.exec(text)?.[1],
    pages: text.match(/\/Type \/Page\b/g)?.length,
    widths: [
      ...new Set([...text.matchAll(/\/MediaBox \[0 0 ([\d.]+) /g)].map(([, width]) => Math.round(Number(width)))),
    ],
    typefaces: text.match(/\/FontFile[23]? /g)?.length,
    images: text.match(/\/Subtype \/Image\b/g)?.length ?? 0,
    links: [...text.matchAll(/\/URI \(([^)]*)\)/g)].map(([, link = '']) => link),
    texts: text.startsWith('%PDF-1.') ? textsOfPdf(bytes) : [],
  };
}
