import { BeautyProduct, BeautyStockMovement, type BeautyMovementKind } from '@usaha/beauty';
import { malaysianInstant, newId } from '@usaha/shared';
import { ean13 } from '../core/barcodes.js';
import { dayAfter, minutesAfter } from '../core/demo-days.js';
import type { DemoRandom } from '../core/demo-random.js';
import { born, touch } from '../core/demo-records.js';
import type { Ware, WareShelf } from './catalogue/menu.js';
import { certificate } from './demo-catalogue.js';
import type { DemoSalon } from './demo-salon.js';
import type { SalonTime } from './salon-time.js';

/** Days between two counts of the stock. */
const COUNTED_DAYS = 14;
/** How much more or less is used than usual. */
const LEAST_USE = 60;
const MOST_USE = 140;

/** What a salon sells and uses up, and every movement of it: counts, and deliveries where little is left. */
export class DemoWares {
  readonly products: BeautyProduct[] = [];
  readonly movements: BeautyStockMovement[] = [];

  constructor(
    private readonly salon: DemoSalon,
    private readonly time: SalonTime,
    private readonly random: DemoRandom,
  ) {
    for (const shelf of salon.shelves)
      shelf.wares.forEach((ware, i) => {
        const product = this.productOf(shelf, ware, i);
        this.products.push(product);
        this.keep(product, ware);
      });
    this.movements.sort((a, b) => a.created_at.getTime() - b.created_at.getTime());
  }

  private productOf(shelf: WareShelf, [name, price, volume_ml, , minimum_stock, , told = {}]: Ware, i: number) {
    const { code, category, subcategory = null, brand, supplier } = shelf;
    const { expires_in, runs_out: _, ...said } = told;
    const serial = this.products.length;
    const product = new BeautyProduct();
    product.describe({
      category,
      subcategory,
      brand,
      supplier,
      ...shelf.told,
      ...said,
      name,
      volume_ml,
      minimum_stock,
    });
    product.describe({
      sku: `${code}-${String(i + 1).padStart(3, '0')}`,
      barcode: ean13(`955${this.salon.company}${String(serial + 1).padStart(4, '0')}`),
      expiry_date: expires_in === undefined ? null : dayAfter(this.time.today, expires_in),
      halal_certification_number: product.halal_certified ? certificate(this.salon.seed, serial + 100) : null,
    });
    product.charge({ price, tax_rate: 0 });
    return born(product, minutesAfter(this.time.opening, 70 + serial));
  }

  /** Half a year of it. */
  private keep(product: BeautyProduct, [, , , opening, , used, told = {}]: Ware): void {
    this.state(product, opening, 'opening', product.created_at);
    const serial = this.products.length;
    for (let day = dayAfter(this.time.from, COUNTED_DAYS); day < this.time.today; day = dayAfter(day, COUNTED_DAYS)) {
      const gone = Math.round((used * this.random.whole(LEAST_USE, MOST_USE)) / 100);
      this.state(product, Math.max(0, product.stock_quantity - gone), 'correction', at(day, '09:00:00', serial));
      if (product.stock_quantity > product.minimum_stock || told.runs_out) continue;
      const filled = product.stock_quantity + opening;
      const delivered = at(dayAfter(day, 2), '11:00:00', serial);
      if (delivered < this.time.now) this.state(product, filled, 'correction', delivered);
    }
  }

  /** As a PUT of the stock does it: the same is no movement. */
  private state(product: BeautyProduct, quantity: number, kind: BeautyMovementKind, instant: Date): void {
    const quantity_changed = product.stateStock(quantity);
    if (quantity_changed === 0) return;
    if (kind !== 'opening') touch(product, instant);
    const { id: product_id, version: position, stock_quantity: balance } = product;
    const entry = { id: newId(instant), created_at: instant, position, product_id, kind, quantity_changed, balance };
    this.movements.push(Object.assign(new BeautyStockMovement(), entry));
  }
}

/** Each product's own seconds, one after the other. */
const at = (day: string, time: string, serial: number): Date => minutesAfter(malaysianInstant(day, time), serial / 4);
