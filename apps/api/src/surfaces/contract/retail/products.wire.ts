import { productStatuses, type NewProduct, type Product, type ProductStatus } from '@usaha/retail';
import { param } from '../../../wire/param.js';
import { field } from '../../../wire/field.js';
import { ViewType } from '../../../wire/view-type.js';
import { ContractPage, raised, raisedSet, type Raised } from '../contract.js';

/** POST /v1/retail/products. */
export class ProductCreate {
  @field.text('Name', 'Kopi O 500 g') name!: string;
  @field.text('Stock-keeping unit (SKU), unique within the business (A-105)', 'KOPI-500', {
    max: 100,
    view: 'Stock-keeping unit (SKU)',
  })
  sku!: string;
  @field.money('Selling price per unit, before tax', 9.9) price!: number;
  @field.money('Purchase price per unit, before tax', 6.5) cost!: number;
  @field.text('Description', 'Coffee powder, roasted with sugar', { optional: true, max: 10_000 }) description?:
    string | null;
  @field.text('Category; any text', 'Beverages', { optional: true, max: 200, view: 'Category' }) category?:
    string | null;
  @field.count(
    'Units in stock. If given, even as 0, stock is tracked; without it the product is sold without limit (A-93)',
    40,
    { optional: true, view: 'Units in stock; 0 if stock is not tracked' },
  )
  stock_quantity?: number | null;
  @field.count('Stock is low at this quantity or below', 10, { optional: true }) reorder_point?: number | null;
  @field.id('Id of the supplier; any uuid, as there is no list of suppliers', undefined, {
    optional: true,
    view: 'Id of the supplier',
  })
  supplier_id?: string | null;
}

/** GET /v1/retail/products. */
export class ProductListQuery extends ContractPage {
  @param.text('Category, ignoring case (A-173)', 'beverages') category?: string;
}

@field.record('A product on the contract surface')
export class ProductView extends ViewType(ProductCreate, {
  filled: ['stock_quantity', 'reorder_point'],
  nullable: ['cost'],
  placed: { price: 'stock_quantity', cost: 'stock_quantity' },
}) {
  @field.id('Id of the product, the same on the reference surface') id!: string;
  @field.id('Id of the tenant') tenant_id!: string;
  @field.choice('Status; ACTIVE products are for sale', raisedSet(productStatuses)) status!: Raised<ProductStatus>;
  @field.instant('When it was created (UTC)') created_at!: Date;
  @field.instant('When it was last changed (UTC)') updated_at!: Date;
}

export const productView = (p: Product): ProductView => ({
  id: p.id,
  tenant_id: p.tenant_id,
  name: p.name,
  sku: p.sku,
  description: p.description,
  category: p.category,
  price: p.selling_price,
  cost: p.purchase_price,
  stock_quantity: p.current_stock,
  reorder_point: p.minimum_stock,
  supplier_id: p.supplier_id,
  status: raised(p.status),
  created_at: p.created_at,
  updated_at: p.updated_at,
});

export const newProduct = ({ price, cost, stock_quantity, reorder_point, ...same }: ProductCreate): NewProduct => ({
  ...same,
  selling_price: price,
  purchase_price: cost,
  current_stock: stock_quantity,
  minimum_stock: reorder_point,
});
