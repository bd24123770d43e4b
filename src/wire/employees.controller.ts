import { Get } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { WIRE } from '../contract/wire-messages';
import { DEFAULT_FINANCIAL_YEAR_START } from '../customers/customers.service';
import { dayAt, financialYear } from '../platform/calendar';
import { Clock } from '../platform/clock';
import { Config } from '../platform/config/config';
import { MaybeTenant, Public } from '../tenancy/access';
import type { Tenant } from '../tenancy/tenant';
import { succeeded } from './envelope';
import { WireController } from './wire-call';

@WireController('api/employees')
export class EmployeesController {
  constructor(
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** The customer's with a valid token, else the default year. */
  @Get('GetFinancialYear')
  @Public('tells a calendar, and the own one when signed in', { recognise: true })
  @ApiOperation({ summary: 'The financial year of today' })
  financialYear(@MaybeTenant() tenant: Tenant | undefined) {
    const own = tenant && tenant.customer_id !== 0 ? tenant : undefined;
    const today = dayAt(this.clock.now(), own?.time_zone ?? this.config.defaultTimeZone);
    const { label, from, to } = financialYear(today, own?.financial_year_start_month ?? DEFAULT_FINANCIAL_YEAR_START);
    return succeeded(WIRE.list, { financial_year: label, from_date: from, to_date: to });
  }
}
