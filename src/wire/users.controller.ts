import { Body, HttpCode, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { Identity } from '../contract/account-answers';
import { SignIn } from '../identity/sign-in.service';
import { WIRE } from '../contract/wire-messages';
import { Public } from '../tenancy/access';
import { legacySignIn } from './customer.controller';
import { succeeded, type Envelope } from './envelope';
import { CustomerLoginBody } from './login.dto';
import { WireController } from './wire-call';

@WireController('users')
export class UsersController {
  constructor(private readonly signIn: SignIn) {}

  @Post('authenticate')
  @HttpCode(200)
  @Public('nobody is signed in yet')
  @ApiOperation({ summary: 'Sign in; answers the user itself at the top, and inside data' })
  async authenticate(@Body() body: CustomerLoginBody): Promise<Envelope<Identity> & Identity> {
    const user = await legacySignIn(this.signIn, body);
    return { ...user, ...succeeded(WIRE.signed_in, user) };
  }
}
