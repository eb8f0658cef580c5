import type { Letter } from '@usaha/core';

/** A letter as it travels (RFC 5322). @param sender the address that it is sent from */
export async function messageOf(letter: Letter, sender: string): Promise<Buffer> {
  // Loaded with the first letter: most of what is started sends none for a while.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const domain = sender.slice(sender.lastIndexOf('@') + 1);
  const composer = new MailComposer({
    from: { name: letter.from_name, address: sender },
    to: letter.to,
    replyTo: letter.reply_to ?? undefined,
    subject: letter.subject,
    text: letter.text,
    messageId: `<${letter.id}@${domain}>`,
    // No answering machine answers a machine (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    // What is in the letter is text, whatever it says: nothing is read from files or fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}
