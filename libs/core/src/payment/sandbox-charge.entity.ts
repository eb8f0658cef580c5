import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columns } from '@usaha/shared';

const sandboxKinds = ['charge', 'refund', 'none', 'wait'] as const;

/** A line of the sandbox gateway's own book: one attempt, and what it came to. It is the outside world's, not ours. */
@Entity({ schema: 'core', name: 'sandbox_charges' })
export class SandboxCharge {
  @PrimaryColumn('uuid') tenant_id!: string;
  @PrimaryColumn('uuid') attempt_id!: string;
  @Column({ type: 'timestamp with time zone', precision: 3 }) at!: Date;
  /** charge, refund, none for one that was given up, or wait for one that `sandbox_payments` tells the rest of. */
  @columns.choice(sandboxKinds) kind!: (typeof sandboxKinds)[number];
  @Column({ type: 'numeric', precision: 14, scale: 2, nullable: true }) amount!: number | null;
  @Column({ type: 'text', nullable: true }) currency!: string | null;
  /** With what was paid: the text of the payment. null of refunds, and of lines of before. */
  @Column({ type: 'text', nullable: true }) means!: string | null;
  /** null: carried out. */
  @Column({ type: 'text', nullable: true }) reason!: string | null;
}
