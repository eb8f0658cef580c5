import { LONGEST_NAME, fileNameOf } from './file-name.js';

describe('A-482: a name', () => {
  it.each([
    ['invoice.pdf', 'application/pdf', 'invoice.pdf'],
    ['../../etc/passwd', 'text/plain', 'passwd.txt'],
    ['..\\x.pdf', 'image/png', 'x.pdf.png'],
    ['photo.JPEG', 'image/jpeg', 'photo.JPEG'],
    ['a\r\nSet-Cookie: b.txt', 'text/plain', 'aSet-Cookie: b.txt'],
    ['gpj.\u202etxt.exe', 'text/plain', 'gpj.txt.exe.txt'],
    ['.txt', 'text/plain', 'txt.txt'],
    ['', 'text/csv', 'file.csv'],
    [null, 'image/webp', 'file.webp'],
    ['../', 'application/pdf', 'file.pdf'],
    ['菜单.csv', 'text/csv', '菜单.csv'],
  ] as const)('%j of a file of type %s is %j', (sent, type, kept) => {
    expect(fileNameOf(sent, type)).toBe(kept);
  });

  it('has at most 255 bytes, whole characters, and keeps its ending', () => {
    const name = fileNameOf(`${'é'.repeat(300)}.pdf`, 'application/pdf');
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(LONGEST_NAME);
    expect(name).toMatch(/^é+\.pdf$/);
  });
});
