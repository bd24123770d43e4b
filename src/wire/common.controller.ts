import { Get, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiQuery } from '@nestjs/swagger';
import { Challenges } from '../identity/challenges.service';
import {
  CHALLENGE_COOKIE,
  TICKET_COOKIE,
  registrationCookie,
  type CookieAnswer,
  type CookieRequest,
} from '../identity/cookies';
import { PasswordChanges } from '../identity/passwords.service';
import { WIRE } from '../contract/wire-messages';
import { Customers } from '../customers/customers.service';
import { Config } from '../platform/config/config';
import { RefusalsAre200 } from '../platform/errors/refusals-are-200';
import { Packages } from '../subscriptions/packages.service';
import { PlanUsage } from '../subscriptions/plan-usage';
import { Subscriptions } from '../subscriptions/subscriptions.service';
import { Allow, CurrentTenant, KeyScope, MaybeTenant, Public } from '../tenancy/access';
import type { Tenant } from '../tenancy/tenant';
import { succeeded, type Envelope, type Reply } from './envelope';
import { ChangesState, WireController } from './wire-call';
import { WholeLists } from './whole-lists';
import { emailFrom, heldBy } from './wire-values';

@WireController('Common')
export class CommonController {
  constructor(
    private readonly customers: Customers,
    private readonly packages: Packages,
    private readonly subscriptions: Subscriptions,
    private readonly usage: PlanUsage,
    private readonly challenges: Challenges,
    private readonly passwords: PasswordChanges,
    private readonly lists: WholeLists,
    private readonly config: Config,
  ) {}

  /** The guard has compared the path's customer with the session. */
  @Get('get_available_count/:customer_id')
  @Allow('platform', 'admin', 'user', 'api_key')
  @KeyScope('subscription:read')
  @ApiParam({ name: 'customer_id', type: 'integer', example: 1001 })
  @ApiOperation({ summary: 'Staff and trainings, used and allowed' })
  async availableCount(@CurrentTenant() tenant: Tenant) {
    return succeeded(WIRE.list, await this.usage.of(tenant));
  }

  @Get('get_subscription_list')
  @Public('shown on the registration form')
  @ApiOperation({
    summary: 'The offered packages',
    description: '`subscription_price` is in whole minor units of `currency`: 4900 with EUR are 49.00 euros.',
  })
  async subscriptionList() {
    return succeeded(WIRE.list, await this.packages.offered());
  }

  @Get('get_registered_customer_list')
  @Allow('platform', 'admin')
  @ApiOperation({ summary: 'Registered organisations; an admin sees its own' })
  registeredCustomers(@CurrentTenant() tenant: Tenant, @Res({ passthrough: true }) reply: Reply) {
    return this.lists.sent(tenant, reply, this.customers.every(tenant));
  }

  @Get('get_subscribers_list')
  @Allow('platform', 'admin')
  @ApiOperation({ summary: 'Current subscriptions; an admin sees its own' })
  subscribersList(@CurrentTenant() tenant: Tenant, @Res({ passthrough: true }) reply: Reply) {
    return this.lists.sent(tenant, reply, this.subscriptions.everyCurrent(tenant));
  }

  @Get('get_subscription_details')
  @Allow('platform', 'admin', 'user', 'api_key')
  @KeyScope('subscription:read')
  @ApiQuery({ name: 'customer_id', type: 'integer', required: false, example: 1001 })
  @ApiOperation({ summary: 'The subscription in force' })
  async subscriptionDetails(@CurrentTenant() tenant: Tenant) {
    return succeeded(WIRE.list, await this.subscriptions.current(tenant));
  }

  /** status 1 means taken; Status is true either way. */
  @Get('check_email')
  @RefusalsAre200()
  @Public('asked while registering; throttled', { recognise: true })
  @ApiQuery({ name: 'email', example: 'office@nordwerk.example.org' })
  @ApiOperation({ summary: 'Whether an email is registered: status 1 means registered' })
  async checkEmail(@MaybeTenant() tenant: Tenant | undefined, @Query('email') email?: string): Promise<Envelope<null>> {
    const taken = await this.challenges.seemsTaken(emailFrom(email), tenant?.customer_id ?? null);
    return { Status: true, status: taken ? 1 : 0, message: taken ? WIRE.email_taken : WIRE.email_free, data: null };
  }

  @Get('send_otp')
  @ChangesState()
  @RefusalsAre200()
  @Public('asked while registering; throttled')
  @ApiQuery({ name: 'to_email', example: 'office@nordwerk.example.org' })
  @ApiOperation({ summary: 'Send a verification code by email' })
  async sendOtp(
    @Req() request: CookieRequest,
    @Res({ passthrough: true }) answer: CookieAnswer,
    @Query('to_email') to_email?: string,
  ) {
    const sent = await this.challenges.send(emailFrom(to_email), heldBy(request, 'x-challenge', CHALLENGE_COOKIE));
    answer.setCookie(CHALLENGE_COOKIE, sent.challenge, registrationCookie(this.config));
    return succeeded(WIRE.otp_sent, sent);
  }

  /** status 1 means success. */
  @Get('verify_otp')
  @ChangesState()
  @RefusalsAre200()
  @Public('the code is the secret; throttled')
  @ApiQuery({ name: 'otp', example: '4711' })
  @ApiOperation({ summary: 'Turn a code into a registration ticket: status 1 means success' })
  async verifyOtp(
    @Req() request: CookieRequest,
    @Res({ passthrough: true }) answer: CookieAnswer,
    @Query('otp') otp?: string,
  ) {
    const known = heldBy(request, 'x-challenge', CHALLENGE_COOKIE);
    const registration_token = await this.challenges.verify((otp ?? '').trim(), known);
    answer.setCookie(TICKET_COOKIE, registration_token, registrationCookie(this.config));
    answer.clearCookie(CHALLENGE_COOKIE, registrationCookie(this.config));
    return succeeded(WIRE.otp_right, { registration_token });
  }

  @Get('send_forgot_email_link')
  @ChangesState()
  @RefusalsAre200()
  @Public('whoever forgot it cannot sign in; same answer for every address')
  @ApiQuery({ name: 'to_email', example: 'office@nordwerk.example.org' })
  @ApiOperation({ summary: 'Send a reset link by email' })
  async sendForgotEmailLink(@Query('to_email') to_email?: string): Promise<Envelope<null>> {
    await this.passwords.forgot(emailFrom(to_email));
    return succeeded(WIRE.reset_link_sent, null);
  }

  /** `data` is a one-time handle, to be used as `cus_id`; never a customer id. */
  @Get('decryption_code')
  @ChangesState()
  @RefusalsAre200()
  @Public('the mailed token is the secret')
  @ApiQuery({ name: 'enc_string', example: 'vF2…' })
  @ApiOperation({ summary: 'Turn the mailed token into a handle; does not spend the link' })
  async decryptionCode(@Query('enc_string') enc_string?: string): Promise<Envelope<string>> {
    return succeeded(WIRE.link_good, (await this.passwords.look((enc_string ?? '').trim())).handle);
  }
}
