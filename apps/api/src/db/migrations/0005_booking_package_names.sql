-- no transaction
-- Lets staff find bookings by a part of the package's name that few bookings have, without reading all of them.
drop index concurrently if exists booking_package_name_part;
create index concurrently booking_package_name_part on booking using gin ((package_name) gin_trgm_ops);
