import { Injectable } from '@nestjs/common';
import type { Context, Language } from '@usaha/shared';
import type { Attachment } from '../notification/letter.js';
import type { Message } from './message.entity.js';

/** Prints what goes with the letter about a record, in a transaction that it may commit. */
export type PrintPaper = (ctx: Context, subject_id: string, language: Language) => Promise<Attachment>;

/**
 * The files that go with letters: a receipt has its PDF, save those of healthcare, which tell of a visit. A library does not
 * draw; the composition of the service says how, by the type of the subject.
 */
@Injectable()
export class MessagePapers {
  private papers: Readonly<Record<string, PrintPaper>> = {};

  /** Called once, by the start of the service. */
  use(papers: Readonly<Record<string, PrintPaper>>): void {
    this.papers = papers;
  }

  /** How the file of a message is printed; undefined where it has none. */
  of({ template, way, subject_type }: Pick<Message, 'template' | 'way' | 'subject_type'>): PrintPaper | undefined {
    return template === 'receipt' && way === 'email' ? this.papers[subject_type] : undefined;
  }
}
