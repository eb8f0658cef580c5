import { Module } from '@nestjs/common';
import { ContractCoreModule } from './core/core.module.js';
import { ContractHealthcareModule } from './healthcare/healthcare.module.js';
import { ContractRetailModule } from './retail/retail.module.js';

/** The contract surface: `/v1`. */
@Module({ imports: [ContractCoreModule, ContractRetailModule, ContractHealthcareModule] })
export class ContractModule {}
