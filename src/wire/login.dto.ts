import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';

const NAME = 'Enter your user name or e-mail.';
const PASSWORD = 'Enter your password.';

/** Either spelling of name and password. */
export class CustomerLoginBody {
  @ApiProperty({ required: false, example: 'nordwerk' })
  @IsOptional()
  @IsString({ message: NAME })
  @MaxLength(254, { message: NAME })
  c_user_name?: string;

  @ApiProperty({ required: false, example: 'nordwerk' })
  @IsOptional()
  @IsString({ message: NAME })
  @MaxLength(254, { message: NAME })
  user_name?: string;

  @ApiProperty({ required: false, example: 'office@nordwerk.example.org' })
  @IsOptional()
  @IsString({ message: NAME })
  @MaxLength(254, { message: NAME })
  email?: string;

  @ApiProperty({ required: false, example: 'three-herons-over-the-dock' })
  @IsOptional()
  @IsString({ message: PASSWORD })
  @MaxLength(512, { message: PASSWORD })
  c_password?: string;

  @ApiProperty({ required: false, example: 'three-herons-over-the-dock' })
  @IsOptional()
  @IsString({ message: PASSWORD })
  @MaxLength(512, { message: PASSWORD })
  password?: string;
}
