import { Module } from '@nestjs/common';
import { RetailModule } from '@usaha/retail';
import { ContractProductsController } from './products.controller.js';
import { ContractSalesController } from './sales.controller.js';

/** The retail context on the contract surface. */
@Module({
  imports: [RetailModule],
  controllers: [ContractProductsController, ContractSalesController],
})
export class ContractRetailModule {}
