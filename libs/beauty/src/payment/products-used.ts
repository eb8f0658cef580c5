import { Injectable } from '@nestjs/common';
import { invalid, type Context } from '@usaha/shared';
import type { RenderedService } from '../appointment/beauty-appointment.entity.js';
import { messages } from './payment.messages.js';
import type { BeautyProduct } from '../product/product.entity.js';
import { BeautyProductRepository } from '../product/product.repository.js';
import { BeautyStockKeeper } from '../product/stock-keeper.js';

/** A product that a treatment used, and where the body says so. */
interface Use {
  product_id: string;
  quantity: number;
  field: string;
}

/** Takes from stock what treatments used, where the tenant wants it. */
@Injectable()
export class ProductsUsed {
  constructor(
    private readonly products: BeautyProductRepository,
    private readonly stock: BeautyStockKeeper,
  ) {}

  /** The products are locked after the appointment, by id, together with `others`. @throws invalid for an unknown product, and for what is no quantity */
  async take(
    ctx: Context,
    appointment_id: string,
    rendered: readonly RenderedService[] | null,
    others: readonly string[] = [],
  ): Promise<void> {
    const uses = usesOf(rendered ?? []);
    if (uses.length === 0) return;
    const productOf = await this.products.lockAllReferenced(ctx, [
      ...uses.map(({ product_id }) => product_id),
      ...others,
    ]);
    const wanted = new Map<BeautyProduct, number>();
    for (const { product_id, quantity, field } of uses) {
      const product = productOf(`${field}.product_id`, product_id);
      wanted.set(product, (wanted.get(product) ?? 0) + quantity);
    }
    await this.stock.take(ctx, appointment_id, wanted);
  }
}

/** Texts, and objects that name no product or no quantity, are notes. @throws invalid for what is no quantity */
export function usesOf(rendered: readonly RenderedService[]): Use[] {
  return rendered.flatMap(({ products_used }, i) =>
    (products_used ?? []).flatMap((used, j) => {
      if (typeof used !== 'object' || used === null) return [];
      const { product_id, quantity } = used as Record<string, unknown>;
      if (typeof product_id !== 'string' || quantity === undefined || quantity === null) return [];
      const field = `services_rendered.${i}.products_used.${j}`;
      if (!Number.isSafeInteger(quantity) || (quantity as number) <= 0)
        throw invalid(`${field}.quantity`, messages.noWholeUnits({ field: `${field}.quantity` }));
      return [{ product_id, quantity: quantity as number, field }];
    }),
  );
}
