import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsOptional, IsString, MaxLength, MinLength } from 'class-validator';

const CODE = 'Enter the 6 digits of your authenticator app, or a recovery code.';

export class ShownBody {
  @ApiProperty({
    required: false,
    description: 'Needed when the sign-in is older than 10 minutes, and always once there is a second factor.',
  })
  @IsOptional()
  @MaxLength(512, { message: 'At most 256 characters.' })
  @IsString({ message: 'Enter your current password.' })
  current_password?: string;

  @ApiProperty({
    required: false,
    description: 'Needed once there is a second factor: 6 digits, or a recovery code.',
  })
  @IsOptional()
  @MaxLength(40, { message: CODE })
  @IsString({ message: CODE })
  code?: string;
}

export class FirstCodeBody {
  @ApiProperty({ description: 'What the app shows now.', example: '282760' })
  @MaxLength(40, { message: CODE })
  @MinLength(1, { message: CODE })
  @IsString({ message: CODE })
  code: string;
}

export class SecondFactorDto {
  @ApiProperty({ description: 'An authenticator app is in force.', example: true })
  active: boolean;

  @ApiProperty({ description: 'The account has that or a passkey.', example: true })
  protected: boolean;

  @ApiProperty({ type: 'string', format: 'date-time', nullable: true })
  confirmed_at: string | null;

  @ApiProperty({ type: 'integer', minimum: 0, example: 10 })
  recovery_codes_left: number;

  @ApiProperty({ type: 'string', format: 'date-time', nullable: true })
  recovery_codes_made_at: string | null;

  @ApiProperty({ description: 'The organisation requires one of everybody.', example: false })
  required: boolean;

  @ApiProperty({ description: 'This session was made with one.', example: true })
  session_is_strong: boolean;
}

export class EnrolmentDto {
  @ApiProperty({ description: 'To be typed into an authenticator app.', example: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' })
  secret: string;

  @ApiProperty({
    description: 'The same as the address that a QR code holds.',
    example: 'otpauth://totp/Skilgrid:nordwerk?issuer=Skilgrid&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  })
  uri: string;

  @ApiProperty({ format: 'date-time', description: 'Until when it can be confirmed.' })
  expires_at: string;
}

export class RecoveryCodesDto {
  @ApiProperty({ type: String, isArray: true, description: 'Told this once.', example: ['k7mq2-xw4dh'] })
  recovery_codes: string[];
}

export class SecuritySettingsBody {
  @ApiProperty({ description: 'Every account of the organisation needs a second factor.', example: false })
  @IsBoolean({ message: 'Send true or false.' })
  require_second_factor: boolean;
}

export class SecuritySettingsDto {
  @ApiProperty({ example: false })
  require_second_factor: boolean;

  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, description: 'Since when.' })
  since: string | null;
}
