import type { StateCode } from '@usaha/shared/malaysia';

/**
 * Suburbs, airports and ports whose postcodes were checked by hand: name, latitude and longitude in degrees,
 * postcodes, and where the point comes from. A name is a place of GeoNames (https://www.geonames.org, licensed under
 * CC BY 4.0), of another state where a code stands before it; the point is the mean of several. @ is an airport's IATA code
 * (OurAirports, public domain), # a port's UN/LOCODE. Written by tools/places.js from tools/suburbs.js.
 */
export const suburbTable: Readonly<Partial<Record<StateCode, string>>> = {
  '14': `
Kuala Lumpur Old Town|3.1412,101.6865|50000 50050 50100|Kuala Lumpur;Stadium Merdeka|3.1439,101.6984|50150|Kuala Lumpur, Bukit Bintang;Bukit Bintang|3.1466,101.7102|50200|Bukit Bintang;
Bukit Nanas|3.156,101.7071|50250|Bukit Bintang, Kampung Baru;Kampung Baru|3.1654,101.7039|50300|Kampung Baru;Chow Kit|3.1597,101.6948|50350|Kuala Lumpur, Titiwangsa;Jalan Tun Razak|3.1718,101.7035|50400|Kampung Baru, Titiwangsa;
KLCC|3.156,101.7071|50088 50450|Bukit Bintang, Kampung Baru;Bukit Petaling|3.125,101.7|50460|Seputeh, Pudu;Brickfields|3.1297,101.6842|50470|Brickfields;Mont Kiara|3.1687,101.6508|50480|Mont Kiara;
Bukit Damansara|3.1505,101.6548|50490|Bukit Damansara;Universiti Malaya|3.1179,101.6688|50603|Bangsar, Bukit Kerinchi;Sentul|3.1833,101.6833|51000 51100|Sentul;Segambut|3.1851,101.6671|51200|Sentul, Taman Sri Sinar;
Jinjang|3.2088,101.6562|52000|Jinjang;Kepong|3.214,101.6402|52100|Kepong;Desa ParkCity|3.1882,101.6197|52200|Desa Parkcity, 10 Bandar Sri Damansara;Setapak|3.1926,101.7151|53000|10 Setapak, Titiwangsa;
Taman Melati|3.2214,101.7254|53100|10 Taman Melawati, Taman Melati, 10 Taman Greenwood;Ayer Panas|3.1894,101.7214|53200|Titiwangsa, Wangsa Maju;Wangsa Maju|3.2006,101.7397|53300|Wangsa Maju;
Datuk Keramat|3.1667,101.7333|54000|Kampong Datuk Keramat;Jalan Semarak|3.1724,101.7182|54100|Kampong Datuk Keramat, Titiwangsa;Setiawangsa|3.1733,101.7532|54200|Kampong Datuk Keramat, 10 Ulu Kelang;
Ampang Hilir|3.1566,101.7218|55000|Kampong Datuk Keramat, Bukit Bintang;Imbi|3.1399,101.7135|55100|Pudu, Bukit Bintang;Pudu|3.1333,101.7167|55200|Pudu;Bandar Tun Razak|3.0841,101.7334|56000|10 Cheras, Alam Damai;
Taman Maluri|3.1121,101.7231|56100|10 Cheras, Taman Ikan Emas;Sri Petaling|3.0673,101.693|57000|Sri Petaling, Bukit Jalil, Desa Petaling;Salak South|3.1086,101.7128|57100|Desa Petaling, Pudu;
Old Klang Road|3.0894,101.6816|58000|Taman Desa, Taman OUG;Taman Desa|3.1059,101.6868|58100|Taman Desa;Kuchai Lama|3.0788,101.6836|58200|Kuchai Lama, Taman OUG;Bangsar|3.1295,101.67|59000|Bangsar;
Pantai|3.1179,101.6688|59100|Bangsar, Bukit Kerinchi;Bukit Kerinchi|3.1063,101.6676|59200|Bukit Kerinchi;Taman Tun Dr Ismail|3.1451,101.6262|60000|Taman Tun Dr Ismail;`,
  '10': `
Shah Alam Centre|3.0851,101.5328|40000 40100 40300|Shah Alam;Bukit Jelutong|3.1312,101.5439|40150|Glenmarie Estate, Kampung Baru Subang, Denai Alam;Elmina|3.1731,101.5272|40160|Elmina, Denai Alam, Laman Permai;
Setia Alam|3.1016,101.4557|40170|Setia Alam;Padang Jawa|3.0815,101.5399|40200|Batu Tiga, Shah Alam;Taman Sri Muda|3.0393,101.5527|40400|Shah Alam, Putra Heights;Kota Kemuning|3.0111,101.534|40460 40470|Shah Alam, Eco Sanctuary;
Klang|3.0367,101.4433|41000 41100 41400|Klang;Meru|3.1118,101.4364|41050|Meru, Bandar Bukit Raja;Bandar Bukit Raja|3.0874,101.4334|41150|Bandar Bukit Raja;Bukit Tinggi|2.9813,101.4484|41200|Bandar Botanic, Bandar Parklands;
Telok Gadong|3.0237,101.4321|41250|Klang, Pandamaran;Bukit Kuda|3.062,101.4384|41300|Klang, Bandar Bukit Raja;Port Klang|3.0052,101.4068|42000|Pelabuhan Klang, Pandamaran;Sementa|3.0858,101.42|42100|Klang, Bandar Bukit Raja, Kapar;
Kapar|3.1333,101.3833|42200|Kapar;Puncak Alam|3.2389,101.4279|42300|Bandar Puncak Alam;Telok Panglima Garang|2.908,101.4688|42500|Teluk Panglima Garang;Jenjarom|2.8724,101.4948|42600|Jenjarum;Westports|2.95,101.3|42900 42920|#MYWSP;
Pulau Ketam|3.0167,101.2667|42940|Bagan Pulau Ketam;Kajang|2.9942,101.7887|43000|Kajang;Hulu Langat|3.1137,101.8142|43100|Hulu Langat;
Cheras Selatan|3.053,101.7748|43200|Kampong Baharu Cheras Batu Sebelas, Bandar Mahkota Cheras, Bandar Tun Hussein Onn;Seri Kembangan|3.0333,101.7167|43300 43400|Seri Kembangan;Semenyih|2.9516,101.843|43500|Semenyih;
Bangi|2.9,101.7833|43600|Bangi;Bandar Baru Bangi|2.9552,101.7422|43650|Kajang, Bangi, Bandar 16 Sierra;Beranang|2.9516,101.843|43700|Semenyih;Dengkil|2.86,101.6806|43800|Dengkil;
Sepang|2.7764,101.7264|43900|Sepang, Bandar Baru Salak Tinggi, Kota Warisan;Sungai Pelek|2.65,101.7|43950|Sungai Pelek New Village;Kuala Kubu Baru|3.5638,101.6581|44000|Kuala Kubu Baharu;Kerling|3.5908,101.6024|44100|Kerling;
Rasa|3.4955,101.6294|44200|Rasa;Batang Kali|3.4684,101.6389|44300|Batang Kali;Sungai Ayer Tawar|3.7698,100.9879|45100|Sabak Bernam;Sekinchan|3.5074,101.1041|45400|Sekinchan;Ijok|3.3167,101.4|45620|Ijok;
Bukit Rotan|3.3013,101.2875|45700|Assam Jawa;Jeram|3.2417,101.3167|45800|Kuala Selangor, Kapar;Petaling Jaya Old Town|3.0966,101.6494|46000 46050|14 SS2, 14 Taman OUG;
Petaling Jaya Section 14|3.1138,101.6146|46100 46300|Petaling Jaya, 14 SS2;PJS|3.0883,101.6071|46150|Petaling Jaya, Bandar Sunway;Petaling Jaya Section 13|3.1113,101.6323|46200|Petaling Jaya, 14 SS2, 14 Bukit Kerinchi;
Petaling Jaya Section 17|3.1327,101.6243|46400|14 SS2, 14 Taman Tun Dr Ismail;Sungai Buloh|3.21,101.561|47000|Sungai Buloh;Puchong|3,101.6167|47100 47110|Puchong;Pulau Meranti|2.9721,101.6155|47120|Puchong, Putra Heights, Cyberjaya;
Putra Perdana|2.9614,101.6369|47130|Puchong, Cyberjaya;Puchong Jaya|3.0246,101.6291|47150 47160 47170|Puchong, Bandar Kinrara;Bandar Kinrara|3.0493,101.6415|47180 47190|Bandar Kinrara;Subang Airport|3.1306,101.549|47200 47210|@SZB;
Sungai Way|3.1138,101.6146|47300|Petaling Jaya, 14 SS2;Kelana Jaya|3.1131,101.5966|47301|Petaling Jaya, Ara Damansara;Damansara Utama|3.1343,101.6183|47400|14 SS2, 14 Bandar Utama;
Tropicana|3.1449,101.6025|47410|14 Bandar Utama, Tropicana Indah;Subang Jaya|3.0566,101.594|47500|Subang Jaya, Bandar Sunway;USJ 1|3.0377,101.6016|47600|Subang Jaya, Bandar Sunway, Puchong;USJ|3.0438,101.5806|47610 47620 47630|Subang Jaya;
USJ Heights|3.0187,101.5766|47640|Subang Jaya, Putra Heights;Putra Heights|2.9936,101.5726|47650|Putra Heights;Mutiara Damansara|3.1527,101.6111|47800|14 Mutiara Damansara, 14 Bandar Utama;Kota Damansara|3.1545,101.5802|47810|Kota Damansara;
Damansara Perdana|3.1572,101.6082|47820|14 Mutiara Damansara;Damansara Damai|3.1989,101.5918|47830|Damansara Damai;Rawang|3.3213,101.5767|48000|Rawang;Kundang|3.2856,101.519|48020|Ladang Seri Kundang;Kuang|3.2594,101.5541|48050|Kuang;
Batu Arang|3.3167,101.4667|48100|Batu Arang;Serendah|3.3646,101.6041|48200|Serendah;Bukit Beruntung|3.4156,101.5571|48300|Bukit Beruntung;Cyberjaya|2.9228,101.6572|63000|Cyberjaya;KLIA|2.7456,101.71|64000|@KUL;
Ampang|3.15,101.7667|68000|14 Ampang;Batu Caves|3.2465,101.6744|68100|Batu Caves, Selayang Baru Utara;`,
  '16': `
Putrajaya|2.9353,101.6911|62000 62050 62100 62150 62200 62250 62300|Putrajaya;`,
  '07': `
George Town|5.4112,100.3354|10000 10050 10100 10150 10200 10250 10300 10400 10450 10460|George Town;Pulau Tikus|5.4359,100.3214|10350|George Town, Tanjung Tokong;Tanjung Tokong|5.4606,100.3074|10470|Tanjung Tokong;
Balik Pulau|5.3492,100.2394|11000 11010|Balik Pulau;Pulau Betong|5.2978,100.2115|11020|Bukit Gemuroh;Teluk Bahang|5.4583,100.2154|11050|Teluk Bahang;Paya Terubong|5.3728,100.2797|11060|Paya Terubong;
Batu Ferringhi|5.4709,100.2453|11100|Batu Feringgi;Tanjung Bungah|5.4649,100.2817|11200|Tanjung Bungah;Ayer Itam|5.4016,100.2782|11400 11500|Ayer Itam;Jelutong|5.39,100.3189|11600|Jelutong;Gelugor|5.3722,100.3071|11700 11800|Glugor;
Bayan Lepas|5.3168,100.2752|11900|Bayan Lepas, Bukit Jambul;Sungai Ara|5.327,100.2735|11910|Kampung Sungai Ara;Teluk Kumbar|5.289,100.247|11920|Kampung Teluk Kumbar;Bayan Baru|5.3303,100.2817|11950|Bukit Jambul, Kampung Sungai Ara;
Batu Maung|5.2999,100.2605|11960|Bayan Lepas;Butterworth|5.3991,100.3638|12000 12100 12200 12300 13000 13400|Butterworth;Teluk Air Tawar|5.4833,100.3833|13050|Kampung Teluk Air Tawar;Penaga|5.5272,100.3841|13100|Penaga;
Kuala Muda|5.5744,100.3398|13110|Kampung Kuala Muda;Kepala Batas|5.5171,100.4265|13200|Kepala Batas;Permatang Pauh|5.4163,100.4386|13500|Permatang Pasir;Perai|5.3833,100.3833|13600|Perai;
Seberang Jaya|5.3998,100.411|13700|Perai, Permatang Pasir;Sungai Dua|5.4427,100.4297|13800|Sungai Dua;Bukit Mertajam|5.363,100.4667|14000 14020|Bukit Mertajam;Juru|5.2969,100.46|14100|Simpang Empat, Juru;
Batu Kawan|5.265,100.4444|14110|Batu Kawan, Bukit Tambun;Simpang Ampat|5.2818,100.4777|14120|Simpang Empat;Sungai Jawi|5.2101,100.4939|14200|Sungai Jawi, Sungai Bakap;Nibong Tebal|5.1659,100.4779|14300|Nibong Tebal;
Sungai Udang|5.1613,100.4268|14310|Kampung Sungai Udang Besar;Sungai Chenaam|5.1461,100.4092|14320|Sungai Chenaam;Kubang Semang|5.4037,100.4575|14400|Kubang Semang;`,
  '01': `
Iskandar Puteri|1.3932,103.6232|79000 79050 79100 79150 79250|Iskandar Puteri;Nusa Perintis|1.4803,103.6717|79200|Bukit Indah, Perling;Johor Bahru|1.4655,103.7578|80000 80050 80100 80150 80300|Johor Bahru;
Tampoi|1.484,103.7509|80200 80350|Johor Bahru, Kampung Larkin Lama;Majidee|1.4988,103.7564|80250 80400|Johor Bahru, Kampung Kangkar Teberau;Tebrau|1.5501,103.7956|81100|Taman Mount Austin, Johor Jaya;
Kempas|1.5148,103.6902|81200|Kempas, Perling;Senai Airport|1.6413,103.67|81250|@JHB;Skudai|1.5353,103.6366|81300 81310|Skudai, Taman Universiti;Kulai|1.6561,103.6032|81000|Kulai;Sedenak|1.7114,103.5276|81010|Kampung Sedenak;
Kelapa Sawit|1.6698,103.5327|81030|Kelapa Sawit;Kangkar Pulai|1.5591,103.5863|81110|Kampung Kangkar Pulai;Pulai Indah|1.5065,103.6375|81120|Taman Universiti, Bukit Indah;Senai|1.6006,103.6419|81400|Taman Senai;
Bandar Tenggara|1.87,103.6158|81440|Bandar Tenggara;Taib Andak|1.7336,103.6452|81450|FELDA Taib Andak;Gelang Patah|1.4484,103.5873|81550|Gelang Patah;Tanjung Pelepas Port|1.37,103.55|81560|#MYTPP;Pengerang|1.3651,104.1118|81600|Pengerang;
Pasir Gudang|1.462,103.9053|81700|Pasir Gudang;Masai|1.502,103.858|81750|Masai, Taman Permas Jaya, Bandar Seri Alam;Ulu Tiram|1.6,103.8167|81800|Ulu Tiram;Bandar Penawar|1.5513,104.226|81930|Bandar Penawar;`,
  '13': `
Kuching|1.55,110.3333|93000 93100 93150 93200 93300 93400 93450|Kuching;Petra Jaya|1.568,110.3059|93050|Metro City New Township;Kuching Airport|1.4874,110.3529|93250|@KCH;Tabuan Jaya|1.5187,110.3431|93350|Kuching, @KCH;
Siburan|1.3667,110.4|94200|Siburan;Kota Samarahan|1.4603,110.4882|94300|Kota Samarahan;Bau|1.4167,110.15|94000|Bau;`,
  '02': `
Kepala Batas|6.1897,100.398|06200|@AOR;Langkawi Airport|6.3297,99.7287|07100|@LGK;`,
  '03': `
Pengkalan Chepa|6.1669,102.293|16100|@KBR;`,
  '04': `
Batu Berendam|2.2487,102.246|75350|Batu Berendam;`,
  '06': `
Kuantan Port|3.9608,103.43|26080|#MYKUA;`,
  '08': `
Ipoh Airport|4.568,101.092|31350|@IPH;`,
  '12': `
Kota Kinabalu|5.9749,116.0724|88000|Kota Kinabalu;Tanjung Aru|5.9538,116.0609|88100|Kota Kinabalu, @BKI;Kepayan|5.9116,116.0499|88200|Petagas;Luyang|5.941,116.0869|88300|Kota Kinabalu, Donggongon;
Likas|5.9836,116.1023|88400|Kota Kinabalu, Inanam;Inanam|5.9922,116.1321|88450|Inanam;Penampang|5.907,116.1015|89500|Donggongon;Putatan|5.9258,116.0609|88721 88722 88723 88724 88725|Putatan;`,
};
