/**
 * The postcodes of suburbs, airports and ports, checked by hand, for tools/places.js. Each line: name, its postcodes, and where its
 * point comes from: names of GeoNames (the mean of several, where a postcode lies between them), an airport's IATA code
 * after @, or a port's UN/LOCODE after #. Heads are our codes of states.
 */
export const suburbs = `
14
Kuala Lumpur Old Town|50000 50050 50100|Kuala Lumpur
Stadium Merdeka|50150|Kuala Lumpur, Bukit Bintang
Bukit Bintang|50200|Bukit Bintang
Bukit Nanas|50250|Bukit Bintang, Kampung Baru
Kampung Baru|50300|Kampung Baru
Chow Kit|50350|Kuala Lumpur, Titiwangsa
Jalan Tun Razak|50400|Kampung Baru, Titiwangsa
KLCC|50088 50450|Bukit Bintang, Kampung Baru
Bukit Petaling|50460|Seputeh, Pudu
Brickfields|50470|Brickfields
Mont Kiara|50480|Mont Kiara
Bukit Damansara|50490|Bukit Damansara
Universiti Malaya|50603|Bangsar, Bukit Kerinchi
Sentul|51000 51100|Sentul
Segambut|51200|Sentul, Taman Sri Sinar
Jinjang|52000|Jinjang
Kepong|52100|Kepong
Desa ParkCity|52200|Desa Parkcity, 10 Bandar Sri Damansara
Setapak|53000|10 Setapak, Titiwangsa
Taman Melati|53100|10 Taman Melawati, Taman Melati, 10 Taman Greenwood
Ayer Panas|53200|Titiwangsa, Wangsa Maju
Wangsa Maju|53300|Wangsa Maju
Datuk Keramat|54000|Kampong Datuk Keramat
Jalan Semarak|54100|Kampong Datuk Keramat, Titiwangsa
Setiawangsa|54200|Kampong Datuk Keramat, 10 Ulu Kelang
Ampang Hilir|55000|Kampong Datuk Keramat, Bukit Bintang
Imbi|55100|Pudu, Bukit Bintang
Pudu|55200|Pudu
Bandar Tun Razak|56000|10 Cheras, Alam Damai
Taman Maluri|56100|10 Cheras, Taman Ikan Emas
Sri Petaling|57000|Sri Petaling, Bukit Jalil, Desa Petaling
Salak South|57100|Desa Petaling, Pudu
Old Klang Road|58000|Taman Desa, Taman OUG
Taman Desa|58100|Taman Desa
Kuchai Lama|58200|Kuchai Lama, Taman OUG
Bangsar|59000|Bangsar
Pantai|59100|Bangsar, Bukit Kerinchi
Bukit Kerinchi|59200|Bukit Kerinchi
Taman Tun Dr Ismail|60000|Taman Tun Dr Ismail
10
Shah Alam Centre|40000 40100 40300|Shah Alam
Bukit Jelutong|40150|Glenmarie Estate, Kampung Baru Subang, Denai Alam
Elmina|40160|Elmina, Denai Alam, Laman Permai
Setia Alam|40170|Setia Alam
Padang Jawa|40200|Batu Tiga, Shah Alam
Taman Sri Muda|40400|Shah Alam, Putra Heights
Kota Kemuning|40460 40470|Shah Alam, Eco Sanctuary
Klang|41000 41100 41400|Klang
Meru|41050|Meru, Bandar Bukit Raja
Bandar Bukit Raja|41150|Bandar Bukit Raja
Bukit Tinggi|41200|Bandar Botanic, Bandar Parklands
Telok Gadong|41250|Klang, Pandamaran
Bukit Kuda|41300|Klang, Bandar Bukit Raja
Port Klang|42000|Pelabuhan Klang, Pandamaran
Sementa|42100|Klang, Bandar Bukit Raja, Kapar
Kapar|42200|Kapar
Puncak Alam|42300|Bandar Puncak Alam
Telok Panglima Garang|42500|Teluk Panglima Garang
Jenjarom|42600|Jenjarum
Westports|42900 42920|#MYWSP
Pulau Ketam|42940|Bagan Pulau Ketam
Kajang|43000|Kajang
Hulu Langat|43100|Hulu Langat
Cheras Selatan|43200|Kampong Baharu Cheras Batu Sebelas, Bandar Mahkota Cheras, Bandar Tun Hussein Onn
Seri Kembangan|43300 43400|Seri Kembangan
Semenyih|43500|Semenyih
Bangi|43600|Bangi
Bandar Baru Bangi|43650|Kajang, Bangi, Bandar 16 Sierra
Beranang|43700|Semenyih
Dengkil|43800|Dengkil
Sepang|43900|Sepang, Bandar Baru Salak Tinggi, Kota Warisan
Sungai Pelek|43950|Sungai Pelek New Village
Kuala Kubu Baru|44000|Kuala Kubu Baharu
Kerling|44100|Kerling
Rasa|44200|Rasa
Batang Kali|44300|Batang Kali
Sungai Ayer Tawar|45100|Sabak Bernam
Sekinchan|45400|Sekinchan
Ijok|45620|Ijok
Bukit Rotan|45700|Assam Jawa
Jeram|45800|Kuala Selangor, Kapar
Petaling Jaya Old Town|46000 46050|14 SS2, 14 Taman OUG
Petaling Jaya Section 14|46100 46300|Petaling Jaya, 14 SS2
PJS|46150|Petaling Jaya, Bandar Sunway
Petaling Jaya Section 13|46200|Petaling Jaya, 14 SS2, 14 Bukit Kerinchi
Petaling Jaya Section 17|46400|14 SS2, 14 Taman Tun Dr Ismail
Sungai Buloh|47000|Sungai Buloh
Puchong|47100 47110|Puchong
Pulau Meranti|47120|Puchong, Putra Heights, Cyberjaya
Putra Perdana|47130|Puchong, Cyberjaya
Puchong Jaya|47150 47160 47170|Puchong, Bandar Kinrara
Bandar Kinrara|47180 47190|Bandar Kinrara
Subang Airport|47200 47210|@SZB
Sungai Way|47300|Petaling Jaya, 14 SS2
Kelana Jaya|47301|Petaling Jaya, Ara Damansara
Damansara Utama|47400|14 SS2, 14 Bandar Utama
Tropicana|47410|14 Bandar Utama, Tropicana Indah
Subang Jaya|47500|Subang Jaya, Bandar Sunway
USJ 1|47600|Subang Jaya, Bandar Sunway, Puchong
USJ|47610 47620 47630|Subang Jaya
USJ Heights|47640|Subang Jaya, Putra Heights
Putra Heights|47650|Putra Heights
Mutiara Damansara|47800|14 Mutiara Damansara, 14 Bandar Utama
Kota Damansara|47810|Kota Damansara
Damansara Perdana|47820|14 Mutiara Damansara
Damansara Damai|47830|Damansara Damai
Rawang|48000|Rawang
Kundang|48020|Ladang Seri Kundang
Kuang|48050|Kuang
Batu Arang|48100|Batu Arang
Serendah|48200|Serendah
Bukit Beruntung|48300|Bukit Beruntung
Cyberjaya|63000|Cyberjaya
KLIA|64000|@KUL
Ampang|68000|14 Ampang
Batu Caves|68100|Batu Caves, Selayang Baru Utara
16
Putrajaya|62000 62050 62100 62150 62200 62250 62300|Putrajaya
07
George Town|10000 10050 10100 10150 10200 10250 10300 10400 10450 10460|George Town
Pulau Tikus|10350|George Town, Tanjung Tokong
Tanjung Tokong|10470|Tanjung Tokong
Balik Pulau|11000 11010|Balik Pulau
Pulau Betong|11020|Bukit Gemuroh
Teluk Bahang|11050|Teluk Bahang
Paya Terubong|11060|Paya Terubong
Batu Ferringhi|11100|Batu Feringgi
Tanjung Bungah|11200|Tanjung Bungah
Ayer Itam|11400 11500|Ayer Itam
Jelutong|11600|Jelutong
Gelugor|11700 11800|Glugor
Bayan Lepas|11900|Bayan Lepas, Bukit Jambul
Sungai Ara|11910|Kampung Sungai Ara
Teluk Kumbar|11920|Kampung Teluk Kumbar
Bayan Baru|11950|Bukit Jambul, Kampung Sungai Ara
Batu Maung|11960|Bayan Lepas
Butterworth|12000 12100 12200 12300 13000 13400|Butterworth
Teluk Air Tawar|13050|Kampung Teluk Air Tawar
Penaga|13100|Penaga
Kuala Muda|13110|Kampung Kuala Muda
Kepala Batas|13200|Kepala Batas
Permatang Pauh|13500|Permatang Pasir
Perai|13600|Perai
Seberang Jaya|13700|Perai, Permatang Pasir
Sungai Dua|13800|Sungai Dua
Bukit Mertajam|14000 14020|Bukit Mertajam
Juru|14100|Simpang Empat, Juru
Batu Kawan|14110|Batu Kawan, Bukit Tambun
Simpang Ampat|14120|Simpang Empat
Sungai Jawi|14200|Sungai Jawi, Sungai Bakap
Nibong Tebal|14300|Nibong Tebal
Sungai Udang|14310|Kampung Sungai Udang Besar
Sungai Chenaam|14320|Sungai Chenaam
Kubang Semang|14400|Kubang Semang
01
Iskandar Puteri|79000 79050 79100 79150 79250|Iskandar Puteri
Nusa Perintis|79200|Bukit Indah, Perling
Johor Bahru|80000 80050 80100 80150 80300|Johor Bahru
Tampoi|80200 80350|Johor Bahru, Kampung Larkin Lama
Majidee|80250 80400|Johor Bahru, Kampung Kangkar Teberau
Tebrau|81100|Taman Mount Austin, Johor Jaya
Kempas|81200|Kempas, Perling
Senai Airport|81250|@JHB
Skudai|81300 81310|Skudai, Taman Universiti
Kulai|81000|Kulai
Sedenak|81010|Kampung Sedenak
Kelapa Sawit|81030|Kelapa Sawit
Kangkar Pulai|81110|Kampung Kangkar Pulai
Pulai Indah|81120|Taman Universiti, Bukit Indah
Senai|81400|Taman Senai
Bandar Tenggara|81440|Bandar Tenggara
Taib Andak|81450|FELDA Taib Andak
Gelang Patah|81550|Gelang Patah
Tanjung Pelepas Port|81560|#MYTPP
Pengerang|81600|Pengerang
Pasir Gudang|81700|Pasir Gudang
Masai|81750|Masai, Taman Permas Jaya, Bandar Seri Alam
Ulu Tiram|81800|Ulu Tiram
Bandar Penawar|81930|Bandar Penawar
13
Kuching|93000 93100 93150 93200 93300 93400 93450|Kuching
Petra Jaya|93050|Metro City New Township
Kuching Airport|93250|@KCH
Tabuan Jaya|93350|Kuching, @KCH
Siburan|94200|Siburan
Kota Samarahan|94300|Kota Samarahan
Bau|94000|Bau
02
Kepala Batas|06200|@AOR
Langkawi Airport|07100|@LGK
03
Pengkalan Chepa|16100|@KBR
04
Batu Berendam|75350|Batu Berendam
06
Kuantan Port|26080|#MYKUA
08
Ipoh Airport|31350|@IPH
12
Kota Kinabalu|88000|Kota Kinabalu
Tanjung Aru|88100|Kota Kinabalu, @BKI
Kepayan|88200|Petagas
Luyang|88300|Kota Kinabalu, Donggongon
Likas|88400|Kota Kinabalu, Inanam
Inanam|88450|Inanam
Penampang|89500|Donggongon
Putatan|88721 88722 88723 88724 88725|Putatan
`;
