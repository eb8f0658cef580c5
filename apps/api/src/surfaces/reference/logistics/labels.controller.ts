import { Controller, Param, Query } from '@nestjs/common';
import {
  LabelService,
  PublicTracking,
  ShipmentService,
  TrackingLinks,
  type Labelled,
  type Shipment,
} from '@usaha/logistics';
import type { Context, Language } from '@usaha/shared';
import { printedLabels } from '../../../render/label/printed-labels.js';
import { PdfRenderer } from '../../../render/pdf/pdf-renderer.js';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { OfModule } from '../../../wire/permissions.js';
import { ReachedAt } from '../../../wire/reached-at.decorator.js';
import { Records } from '../../../wire/records.js';
import { Acts, Addition, Reads, ReadsFile } from '../../../wire/route.js';
import { StreamedFile } from '../../../wire/streamed-file.js';
import { LabelsQuery, idsOf, TrackingLinkView, trackingLinkView } from './labels.wire.js';

@ApiTags('shipments')
@OfModule('logistics')
@Records({ shipment_id: ShipmentService })
@Controller('api/v1/logistics/shipments')
export class ReferenceLabelsController {
  constructor(
    private readonly labels: LabelService,
    private readonly shipments: ShipmentService,
    private readonly tracking: PublicTracking,
    private readonly links: TrackingLinks,
    private readonly pdf: PdfRenderer,
  ) {}

  @ReadsFile('labels', 'application/pdf', {
    summary: 'Print the labels of several shipments',
    description: 'Returns one PDF, 100 × 150 mm, with a page for each shipment, in English or Malay (Accept-Language).',
  })
  @Addition()
  async several(
    @Ctx() ctx: Context,
    @Query() query: LabelsQuery,
    @ReachedAt() reachedAt: string,
    @ReadIn() language: Language,
  ) {
    return this.print(ctx, await this.labels.several(ctx, idsOf(query)), reachedAt, language);
  }

  @ReadsFile(':shipment_id/label', 'application/pdf', {
    summary: 'Print the label of a shipment',
    description:
      'Returns the label as PDF, 100 × 150 mm, in English or Malay (Accept-Language): the tracking number as Code 128, the present tracking link as QR code, both parties, and the amount to collect.',
  })
  @Addition()
  async one(
    @Ctx() ctx: Context,
    @Param('shipment_id') id: string,
    @ReachedAt() reachedAt: string,
    @ReadIn() language: Language,
  ) {
    return this.print(ctx, await this.labels.one(ctx, id), reachedAt, language);
  }

  @Reads(':shipment_id/tracking-link', TrackingLinkView, {
    summary: 'Read the tracking link of a shipment',
    description: 'The present one, which its label carries.',
  })
  @Addition()
  async link(@Ctx() ctx: Context, @Param('shipment_id') id: string, @ReachedAt() reachedAt: string) {
    return this.linkOf(ctx, await this.shipments.get(ctx, id), reachedAt);
  }

  @Acts(':shipment_id/tracking-link', TrackingLinkView, {
    summary: 'Renew the tracking link of a shipment',
    description: 'Answers the new link. Those of before, printed labels included, show nothing any more (A-317).',
  })
  @Addition()
  async renew(@Ctx() ctx: Context, @Param('shipment_id') id: string, @ReachedAt() reachedAt: string) {
    return this.linkOf(ctx, await this.tracking.renew(ctx, id), reachedAt);
  }

  private async linkOf(ctx: Context, shipment: Shipment, reachedAt: string): Promise<TrackingLinkView> {
    const ends = await this.tracking.endsAt(ctx, shipment);
    return trackingLinkView(shipment, this.links.urlOf(ctx, shipment, reachedAt), ends);
  }

  private async print(ctx: Context, labelled: Labelled, reachedAt: string, language: Language): Promise<StreamedFile> {
    const urlOf = (shipment: Shipment): string => this.links.urlOf(ctx, shipment, reachedAt);
    // Drawing takes its time, and needs the database no more.
    await ctx.db.commitAndContinue();
    const bytes = await this.pdf.render(
      ctx,
      'labels',
      printedLabels(labelled, urlOf, language),
      labelled.business.logo_file_id,
    );
    const [first, ...others] = labelled.shipments;
    const name = others.length > 0 || !first ? 'labels' : first.tracking_number;
    return new StreamedFile('application/pdf', `${name}.pdf`, bytes);
  }
}
