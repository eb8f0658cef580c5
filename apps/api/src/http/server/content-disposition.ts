/** Characters that a value may have as they are (RFC 8187, 3.2.1). */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** The header for a file of any name (RFC 6266): clients that know no other characters get the ASCII ones. */
export function contentDisposition(type: 'attachment' | 'inline', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%;]/g, '_');
  const other = plain === name ? '' : `; filename*=UTF-8''${encoded(name)}`;
  return `${type}; filename="${plain}"${other}`;
}
