import { CustomerService, PointsMovement, ProductService, SaleService, StockMovement } from '@usaha/retail';
import { customerView } from '../../surfaces/reference/retail/customers.wire.js';
import { pointsMovementView } from '../../surfaces/reference/retail/loyalty.wire.js';
import { placeInArchive } from '../../files/picture-urls.js';
import { productView, stockMovementView } from '../../surfaces/reference/retail/products.wire.js';
import { saleView } from '../../surfaces/reference/retail/sales.wire.js';
import { always, closingsOf, listOf, rowsOf } from '../exported-resource.js';

/** What a shop has. */
export const retailResources = [
  listOf(
    'retail.products',
    ['retail.products'],
    ProductService,
    (products, ctx, page) => products.list(ctx, {}, page),
    always(productView(placeInArchive)),
  ),
  rowsOf('retail.products.movements', 'retail.stock_movements', StockMovement, always(stockMovementView)),
  listOf(
    'retail.customers',
    ['retail.customers'],
    CustomerService,
    (customers, ctx, page) => customers.list(ctx, {}, page),
    always(customerView),
  ),
  rowsOf('retail.customers.points', 'retail.points_movements', PointsMovement, always(pointsMovementView)),
  listOf(
    'retail.sales',
    ['retail.sales', 'retail.sale_lines', 'retail.sale_refunds'],
    SaleService,
    (sales, ctx, page) => sales.list(ctx, {}, page),
    ({ actor }) => saleView(actor),
  ),
  closingsOf('retail'),
];
