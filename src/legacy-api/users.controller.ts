import { Body, HttpCode, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { Identity } from '../contract/account.responses';
import { SignInService } from '../modules/identity/sign-in.service';
import { LEGACY_MESSAGES } from '../contract/legacy-messages';
import { Public } from '../tenancy/access.decorators';
import { legacySignIn } from './customer.controller';
import { success, type Envelope } from './envelope';
import { CustomerLoginBody } from './login.dto';
import { LegacyController } from './legacy.decorators';

@LegacyController('users')
export class UsersController {
  constructor(private readonly signInService: SignInService) {}

  @Post('authenticate')
  @HttpCode(200)
  @Public('nobody is signed in yet')
  @ApiOperation({ summary: 'Sign in; answers the user itself at the top, and inside data' })
  async authenticate(@Body() body: CustomerLoginBody): Promise<Envelope<Identity> & Identity> {
    const user = await legacySignIn(this.signInService, body);
    return { ...user, ...success(LEGACY_MESSAGES.signed_in, user) };
  }
}
