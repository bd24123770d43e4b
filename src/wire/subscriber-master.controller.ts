import { Body, HttpCode, Post, Req } from '@nestjs/common';
import { ApiBody, ApiOperation } from '@nestjs/swagger';
import { TICKET_COOKIE, type CookieRequest } from '../accounts/cookies';
import { RegistrationService } from '../accounts/registration.service';
import { WIRE } from '../contract/wire-messages';
import { RefusalsAre200 } from '../platform/errors/refusals-are-200';
import { MaybeTenant, Public } from '../tenancy/access';
import type { Tenant } from '../tenancy/tenant';
import { said } from './envelope';
import { WireController } from './wire-call';
import { heldBy, numberIn } from './wire-values';

/** Spelt as in the specification. */
@WireController('SubsriberMaster')
export class SubscriberMasterController {
  constructor(private readonly registration: RegistrationService) {}

  @Post('SaveSubscriber')
  @HttpCode(200)
  @RefusalsAre200()
  @Public('the registration ticket is the secret; or platform staff', { recognise: true })
  @ApiBody({ schema: { type: 'object', properties: { customer_id: { type: 'integer', example: 1001 } } } })
  @ApiOperation({ summary: 'Confirm the trial of a new organisation; other fields are passed over' })
  async saveSubscriber(
    @MaybeTenant() tenant: Tenant | undefined,
    @Req() request: CookieRequest,
    @Body() body: unknown,
  ) {
    const token = heldBy(request, 'x-registration-token', TICKET_COOKIE);
    const made = await this.registration.confirmSubscriber(token, numberIn(body, 'customer_id'), tenant);
    return said(WIRE.subscriber_saved, made);
  }
}
