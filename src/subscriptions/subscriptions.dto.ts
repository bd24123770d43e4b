import { ApiProperty } from '@nestjs/swagger';
import { subscribers } from '../contract/subscribers.resource';
import { subscriptionPackages } from '../contract/subscription-packages.resource';
import { changeDto, rowDto, writeDto } from '../platform/definitions/dto';

export class PackageWrite extends writeDto(subscriptionPackages) {}
export class PackageChange extends changeDto(subscriptionPackages) {}
export class PackageRowDto extends rowDto(subscriptionPackages) {}
export class SubscriberRowDto extends rowDto(subscribers) {}

export class OfferedPackageDto {
  @ApiProperty({ type: 'integer', example: 1 })
  subscription_id: number;

  @ApiProperty({ example: 'Workshop' })
  subscription_name: string;

  @ApiProperty({ example: 'monthly' })
  subscription_type: string;

  @ApiProperty({ type: 'integer', example: 4900, description: 'Minor units of `currency`.' })
  subscription_price: number;

  @ApiProperty({ example: 'EUR' })
  currency: string;

  @ApiProperty({ type: 'integer', nullable: true, example: 50 })
  no_of_staff: number | null;

  @ApiProperty({ type: 'integer', nullable: true, example: 25 })
  no_of_training: number | null;

  @ApiProperty({ example: true })
  recommended: boolean;
}
