import { Entity } from 'typeorm';
import { columns } from '@usaha/shared';
import { environments, type Environment } from '../einvoice-settings.entity.js';

/**
 * `sending`: a request is under way, or its process has ended; `unsure`: it was not answered; `received`: the service validates its
 * documents.
 */
export const submissionStatuses = ['sending', 'unsure', 'received', 'ended'] as const;
export type SubmissionStatus = (typeof submissionStatuses)[number];

/**
 * Documents that are sent by one request: those that name it, in the order of their ids, with the texts that they have. So the
 * same request can be made once more.
 */
@Entity({ schema: 'einvoice', name: 'submissions' })
export class EinvoiceSubmission {
  @columns.primary() tenant_id!: string;
  @columns.primary() id!: string;
  @columns.instant() created_at!: Date;
  @columns.choice(environments) environment!: Environment;
  @columns.choice(submissionStatuses) status: SubmissionStatus = 'sending';
  /** How many. */
  @columns.count() documents!: number;
  /** When it was sent last. */
  @columns.instant() sent_at!: Date;
  /** How often it was sent. */
  @columns.count({ default: 1 }) sends = 1;
  @columns.instant({ nullable: true }) answered_at: Date | null = null;
  /** Of the service. */
  @columns.code({ nullable: true }) submission_uid: string | null = null;
  @columns.code({ nullable: true }) correlation_id: string | null = null;
  /** How often the service was searched for it, or asked about it. */
  @columns.count({ default: 0 }) asked = 0;
  /** When a job next searches, asks or sends; null once it has ended. */
  @columns.instant({ nullable: true }) due_at: Date | null = null;
}
