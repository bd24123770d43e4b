import { Body, HttpCode, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { Identity } from '../accounts/identity';
import { SignIn } from '../accounts/sign-in.service';
import { WIRE } from '../contract/wire-messages';
import { Public } from '../tenancy/access';
import { legacySignIn } from './customer.controller';
import { said, type Envelope } from './envelope';
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
    return { ...user, ...said(WIRE.signed_in, user) };
  }
}
