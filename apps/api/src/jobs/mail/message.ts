import type { Letter } from '@usaha/core';

/** A letter as it travels (RFC 5322). @param sender the address that it is sent from */
export async function messageOf(letter: Letter, sender: string): Promise<Buffer> {
  // Loaded with the first letter: most of what is started sends none for a while.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const domain = sender.slice(sender.lastIndexOf('@') + 1);
  const composer = new MailComposer({
    from: { name: letter.from_name, address: sender },
    to: letter.to,
    subject: letter.subject,
    text: letter.text,
    messageId: `<${letter.id}@${domain}>`,
    // No answering machine answers a machine (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', ...stopHeaders(letter.stop_url) },
    attachments: (letter.attachments ?? []).map(({ filename, content }) => ({
      filename,
      content: Buffer.from(content),
      contentType: 'application/pdf',
    })),
    // The letter is text: nothing is read from files or fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

/** Mail programs offer to stop letters by these; one click needs HTTPS (RFC 2369, RFC 8058). */
export const stopHeaders = (url: string | null): Record<string, string> => ({
  ...(url === null ? {} : { 'List-Unsubscribe': `<${url}>` }),
  ...(url?.startsWith('https://') ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
});
