import { Body, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiParam, ApiProperty, ApiQuery } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { CurrentPasswordNeeded, CurrentPasswordWrong } from '../identity/account.errors';
import type { CookieRequest } from '../identity/cookies';
import { PasswordChanges } from '../identity/passwords.service';
import { RegistrationForm } from '../identity/registration.dto';
import { RegistrationService } from '../identity/registration.service';
import { customerForm, customers as definition } from '../contract/customers.resource';
import { WIRE } from '../contract/wire-messages';
import { Customer } from '../customers/customer.entity';
import { Customers, type ChangedCustomer, type CustomerForm } from '../customers/customers.service';
import { changeDto } from '../platform/definitions/dto';
import { RefusalsAre200 } from '../platform/errors/refusals-are-200';
import { NotFound } from '../platform/errors/app-error';
import { Allow, AlsoWhenExpired, CurrentTenant, Echoes, MaybeTenant, PlatformWrites, Public } from '../tenancy/access';
import type { Tenant } from '../tenancy/tenant';
import { refused, succeeded, type Envelope, type Reply } from './envelope';
import { ChangesState, WireController } from './wire-call';
import { WholeLists } from './whole-lists';
import { passwordIn, ticketProofOf } from './wire-values';
import { ruleError } from '../platform/errors/field-error';

/** A handle is longer, and no number. */
const isCustomerId = (cus_id: unknown): boolean => /^\d{1,9}$/.test(String(cus_id));

class UpdateCustomerForm extends changeDto(definition) {
  @ApiProperty({ required: false, description: 'Empty or the current one; it is not changed here.' })
  @IsOptional()
  @MaxLength(512, ruleError('too_long', 'At most 256 characters.', { count: 256 }))
  @IsString(ruleError('text', 'Enter text.'))
  c_password?: string;
}

// Clients post a number where a form field held digits only.
for (const name of [...Object.keys(customerForm), 'c_user_name']) {
  Transform(({ value }: { value: unknown }) => (typeof value === 'number' ? String(value) : value))(
    UpdateCustomerForm.prototype,
    name,
  );
}

@WireController('CustomerMaster')
export class CustomerMasterController {
  constructor(
    private readonly customers: Customers,
    private readonly registration: RegistrationService,
    private readonly passwords: PasswordChanges,
    private readonly lists: WholeLists,
  ) {}

  /** Needs the ticket of verify_otp; a sent customer_id, status, limits and dates are passed over. */
  @Post('SaveCustomer')
  @HttpCode(200)
  @RefusalsAre200()
  @Public('the registration ticket is the secret')
  @ApiOperation({ summary: 'Register an organisation with an admin account and a 30-day trial' })
  async saveCustomer(
    @Req() request: CookieRequest,
    @Body() form: RegistrationForm,
  ): Promise<Envelope<{ customer_id: number }>> {
    return succeeded(WIRE.customer_saved, await this.registration.register(form, ticketProofOf(request)));
  }

  @Post('UpdateCustomer/:id')
  @HttpCode(200)
  @RefusalsAre200()
  @Allow('platform', 'admin')
  @AlsoWhenExpired('company data, which the next bill is sent to')
  @PlatformWrites()
  @Echoes(Customer, 'customer_id')
  @ApiParam({ name: 'id', type: 'integer', example: 1001 })
  @ApiOperation({ summary: 'The contact fields of the form; how the registrant signs in, once confirmed by mail' })
  async updateCustomer(
    @CurrentTenant() tenant: Tenant,
    @Param('id') id: string,
    @Body() form: UpdateCustomerForm,
  ): Promise<Envelope<ChangedCustomer | null>> {
    const { c_password, ...fields } = form;
    if (!/^[1-9]\d{0,8}$/.test(id)) throw new NotFound('customer');
    await this.customers.one(tenant, Number(id));
    if (c_password && tenant.actor.kind !== 'platform' && !(await this.isCurrent(tenant, c_password))) {
      return refused(WIRE.use_reset_password);
    }
    return succeeded(
      WIRE.customer_updated,
      await this.customers.change(tenant, Number(id), fields as Partial<CustomerForm>),
    );
  }

  @Get('ListCustomers')
  @Allow('platform', 'admin')
  @ApiOperation({ summary: 'Registered organisations; an admin sees its own' })
  listCustomers(@CurrentTenant() tenant: Tenant, @Res({ passthrough: true }) reply: Reply) {
    return this.lists.sent(tenant, reply, this.customers.every(tenant));
  }

  /** An array whose first entry prefills the form. */
  @Get('ListCustomer/:customer_id')
  @Allow('platform', 'admin')
  @ApiParam({ name: 'customer_id', type: 'integer', example: 1001 })
  @ApiOperation({ summary: 'One organisation, as an array' })
  async listCustomer(@CurrentTenant() tenant: Tenant) {
    return succeeded(WIRE.list, [await this.customers.one(tenant, tenant.customer_id)]);
  }

  /** `cus_id` is a handle of decryption_code, or with a bearer the own customer id; a bare id is refused. */
  @Get('UpdateCustomerPassword')
  @ChangesState()
  @RefusalsAre200()
  @Public('the handle is the secret; or the bearer', { recognise: true, scoped: ({ cus_id }) => isCustomerId(cus_id) })
  @ApiQuery({ name: 'cus_id', example: 'AZk…' })
  @ApiQuery({ name: 'pass', example: 'three-herons-over-the-dock' })
  @ApiHeader({ name: 'X-Current-Password', required: false, description: 'When the sign-in is older than 10 minutes.' })
  @ApiOperation({ summary: 'Choose a password; ends every session' })
  async updateCustomerPassword(
    @MaybeTenant() tenant: Tenant | undefined,
    @Req() request: CookieRequest,
    @Query('cus_id') cus_id = '',
    @Query('pass') pass = '',
  ): Promise<Envelope<null>> {
    if (cus_id !== '' && !isCustomerId(cus_id)) {
      await this.passwords.reset(cus_id, pass);
      return succeeded(WIRE.password_reset, null);
    }
    if (!tenant || cus_id !== String(tenant.customer_id)) return refused(WIRE.bare_id);
    try {
      await this.passwords.changeOwn(tenant, pass, passwordIn(request, 'x-current-password'));
      return succeeded(WIRE.password_reset, null);
    } catch (error) {
      if (!(error instanceof CurrentPasswordNeeded)) throw error;
      await this.passwords.mailLinkToSelf(tenant);
      return refused(WIRE.password_by_link);
    }
  }

  private async isCurrent(tenant: Tenant, password: string): Promise<boolean> {
    try {
      await this.passwords.demandOwn(tenant, password);
      return true;
    } catch (error) {
      if (error instanceof CurrentPasswordWrong) return false;
      throw error;
    }
  }
}
